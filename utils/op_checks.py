# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What is true of answers that the error rule cannot judge.

A line of op-checks.txt names a recorded case and one of these checks. A check takes a call (op_answers.Call) and the
words that follow its name in the line, and gives what is wrong, or nothing.
"""
import math
import pathlib
import re

from op_answers import adjoint, diagonal, distance, identity, largest, multiply, rms

HERE = pathlib.Path(__file__).parent
OVERFLOW = {"float16": 65520.0}  # what rounds to infinity
ROOM = 16  # epsilons for a rounding of each of the n terms of a sum


def limit_of(call, n, size):
    return ROOM * max(n, 1) * call.ours[0].epsilon * size


def compare(what, ours, theirs, limit):
    found = distance(ours, theirs)
    return None if found <= limit else "%s is off by %.3g, which is above %.3g" % (what, found, limit)


def is_singular(a):
    """Is the matrix singular to the precision of float32? By elimination with all pivots."""
    a = [list(row) for row in a]
    scale, size = largest(a), min(len(a), len(a[0]))
    for k in range(size):
        pivot, i, j = max((abs(a[i][j]), i, j) for i in range(k, len(a)) for j in range(k, len(a[0])))
        if pivot <= 64 * 2**-23 * scale:
            return True
        a[k], a[i] = a[i], a[k]
        for row in a:
            row[k], row[j] = row[j], row[k]
        for row in a[k + 1:]:
            factor = row[k] / a[k][k]
            row[:] = [x - factor * y for x, y in zip(row, a[k])]
    return False


# ---------------------------------------------------------------------------
# Numbers
# ---------------------------------------------------------------------------

def check_near(call, epsilons):
    """Every element is within so many epsilons of the float64 one, relative to the root mean square of these; one that
    the dtype has no room for is infinite."""
    for i, (ours, exact) in enumerate(zip(call.ours, call.exact)):
        limit = float(epsilons) * ours.epsilon * (rms(exact.values) or 1)
        for at, (x, y) in enumerate(zip(ours.values, exact.values)):
            overflows = abs(y) >= OVERFLOW.get(ours.dtype, math.inf)
            if not (x == math.copysign(math.inf, y) if overflows else abs(x - y) <= limit):
                return "out%d, element %d is %.9g, not %.9g" % (i, at, x, y)
    return None


def read_references(name):
    """Values of a function by the text of its argument, from op-references."""
    lines = (HERE / "op-references" / (name + ".txt")).read_text().splitlines()
    return dict(line.split() for line in lines if line and not line.startswith("#"))


def check_values(call, epsilons):
    """The values of a function are those of the committed table, to so many epsilons of the dtype, relative to the
    larger of the value and the root mean square of all."""
    known = read_references(call.about["op"])
    (ours,), (given,) = call.ours, call.inputs
    missing = [x for x in given.values if x.hex() not in known]
    if missing:
        return "op-references has no value at %r" % missing[0]
    wanted = [float.fromhex(known[x.hex()]) for x in given.values]
    scale = rms(wanted)
    for x, y, exact in zip(given.values, ours.values, wanted):
        limit = float(epsilons) * ours.epsilon * max(abs(exact), scale)
        right = abs(y - exact) <= limit if math.isfinite(exact) else repr(y) == repr(exact)
        if not right:
            return "at %r it is %r, not %r" % (x, y, exact)
    return None


# ---------------------------------------------------------------------------
# Factors
# ---------------------------------------------------------------------------

def check_orthonormal(call, what, columns):
    n = len(columns[0]) if columns else 0
    return compare("%s^H %s" % (what, what), multiply(adjoint(columns), columns), identity(n), limit_of(call, len(columns), 1))


def check_eigh(call):
    """A V = V diag(w) with an orthonormal V and ascending w."""
    upper = "'U'" in call.about["args"]
    for a, w, v in zip(call.inputs[0].matrices(), call.ours[0].vectors(), call.ours[1].matrices()):
        n = len(a)
        whole = [[a[i][j] if (i <= j) == upper or i == j else a[j][i].conjugate() for j in range(n)] for i in range(n)]
        fault = ("eigenvalues do not ascend" if w != sorted(w) else None) or check_orthonormal(call, "V", v) \
            or compare("A V", multiply(whole, v), multiply(v, diagonal(w)), limit_of(call, n, largest(whole)))
        if fault:
            return fault
    return None


def check_eig(call):
    """A V = V diag(w) with vectors of length 1."""
    for a, w, v in zip(call.inputs[0].matrices(), call.ours[0].vectors(), call.ours[1].matrices()):
        n = len(a)
        lengths = [[sum(abs(x)**2 for x in column)**0.5 for column in zip(*v)]]
        fault = compare("a length", lengths, [[1.0] * n], limit_of(call, n, 1)) \
            or compare("A V", multiply(a, v), multiply(v, diagonal(w)), limit_of(call, n, largest(a)))
        if fault:
            return fault
    return None


def check_svd(call):
    """U diag(S) V^H = A with orthonormal factors and descending S; the operator `svd` gives V."""
    for a, u, s, v in zip(call.inputs[0].matrices(), call.ours[0].matrices(), call.ours[1].vectors(),
                          call.ours[2].matrices()):
        vh = adjoint(v) if call.about["op"] == "svd" else v
        product = multiply([row[:len(s)] for row in u], multiply(diagonal(s), vh[:len(s)]))
        fault = ("singular values do not descend" if s != sorted(s, reverse=True) or s[-1] < 0 else None) \
            or check_orthonormal(call, "U", u) or check_orthonormal(call, "V", adjoint(vh)) \
            or compare("U S V^H", product, a, limit_of(call, len(a), largest(a)))
        if fault:
            return fault
    return None


def check_polar(call):
    """U H = A with an orthonormal U and a Hermitian H that is not negative."""
    for a, u, h in zip(call.inputs[0].matrices(), call.ours[0].matrices(), call.ours[1].matrices()):
        limit = limit_of(call, len(a), largest(a))
        fault = check_orthonormal(call, "U", u) or compare("H", h, adjoint(h), limit) \
            or ("H is negative" if min(h[i][i].real for i in range(len(h))) < -limit else None) \
            or compare("U H", multiply(u, h), a, limit)
        if fault:
            return fault
    return None


def check_lu(call):
    """P L U = A, the factors of L at most 1; the matrix is singular, so that pivots are rounding."""
    for a, packed, pivots in zip(call.inputs[0].matrices(), call.ours[0].matrices(), call.ours[1].vectors()):
        m, n, count = len(a), len(a[0]), len(pivots)
        if not is_singular(a):
            return "the matrix is not singular"
        if any(not i < p <= m for i, p in enumerate(pivots)):
            return "pivots are out of range"
        lower = [[packed[i][j] if j < i else float(i == j) for j in range(count)] for i in range(m)]
        upper = [[packed[i][j] if j >= i else 0.0 for j in range(n)] for i in range(count)]
        product = multiply(lower, upper)
        for i in reversed(range(count)):
            p = int(pivots[i]) - 1
            product[i], product[p] = product[p], product[i]
        fault = ("a factor is above 1" if largest(lower) > 1 else None) \
            or compare("P L U", product, a, limit_of(call, n, largest(a)))
        if fault:
            return fault
    return None


def restore_ldl(packed, pivots):
    """A of what LAPACK's sytrf leaves in the lower triangle."""
    n = len(packed)
    d, whole, k = [[0.0] * n for _ in range(n)], identity(n), 0
    while k < n:
        pair = pivots[k] < 0
        width = 2 if pair else 1
        for i in range(k, k + width):
            for j in range(k, i + 1):
                d[i][j] = d[j][i] = packed[i][j]
        step = identity(n)
        for i in range(k + width, n):
            step[i][k:k + width] = packed[i][k:k + width]
        at, swapped = k + width - 1, abs(int(pivots[k])) - 1
        step[at], step[swapped] = step[swapped], step[at]
        whole, k = multiply(whole, step), k + width
    return multiply(whole, multiply(d, [list(column) for column in zip(*whole)]))


def check_ldl(call):
    """L D L^T = A with LAPACK's pivots; some matrix of the batch is singular, so that zero pivots are rounding."""
    matrices = list(call.inputs[0].matrices())
    if not any(map(is_singular, matrices)):
        return "no matrix is singular"
    for a, packed, pivots in zip(matrices, call.ours[0].matrices(), call.ours[1].vectors()):
        n = len(a)
        whole = [[a[max(i, j)][min(i, j)] for j in range(n)] for i in range(n)]
        if any(not 1 <= abs(p) <= n for p in pivots):
            return "pivots are out of range"
        fault = compare("L D L^T", restore_ldl(packed, pivots), whole, limit_of(call, n, largest(whole)))
        if fault:
            return fault
    return None


def check_cholesky(call):
    """The leading block before the first pivot that is not positive is a product of factors, and that pivot is
    rounding alone; the other triangle is zero."""
    upper = "'upper': True" in call.about["args"]
    infos = call.ours[1].values
    for a, factor, info in zip(call.inputs[0].matrices(), call.ours[0].matrices(), infos):
        n = len(a)
        if not is_singular(a) or not 0 <= info <= n:
            return "the matrix is not singular, or info is out of range"
        done = int(info) - 1 if info else n
        lower = adjoint(factor) if upper else factor
        block = [row[:done] for row in lower[:done]]
        limit = limit_of(call, n, largest(a))
        fault = compare("the product", multiply(block, adjoint(block)), [row[:done] for row in a[:done]], limit)
        if not fault and any(lower[i][j] for i in range(n) for j in range(i + 1, n)):
            fault = "the other triangle is not zero"
        if not fault and not is_singular([row[:done + 1] for row in a[:done + 1]]) and info:
            fault = "pivot %d is positive" % info
        if fault:
            return fault
    return None


# ---------------------------------------------------------------------------
# Solutions
# ---------------------------------------------------------------------------

def check_solution(call):
    """A x = b to rounding where no pivot is zero; where one is, A is singular."""
    vectors = list(call.inputs[1].vectors())
    matrices = list(call.inputs[0].matrices())
    if not any(map(is_singular, matrices)):
        return "no matrix is singular"
    for a, b, x, info in zip(matrices, vectors, call.ours[0].vectors(), call.ours[1].values):
        if info:
            if not is_singular(a):
                return "info is %d for a matrix that is not singular" % info
            continue
        size = max(map(abs, x)) * largest(a) + max(map(abs, b))
        fault = compare("A x", multiply(a, [[v] for v in x]), [[v] for v in b], limit_of(call, len(a), size))
        if fault:
            return fault
    return None


def check_condition(call):
    """The condition of a singular matrix is at least the inverse of some epsilons."""
    for a, condition in zip(call.inputs[0].matrices(), call.ours[0].values):
        if not is_singular(a):
            return "the matrix is not singular"
        if not condition >= 1 / (ROOM * len(a) * call.ours[0].epsilon):
            return "the condition is %g" % condition
    return None


def check_refused(call):
    """The call ends in an error that says so, where a matrix is singular."""
    return None if any(map(is_singular, call.inputs[0].matrices())) else "no matrix is singular"


CHECKS = {name.removeprefix("check_"): function for name, function in list(globals().items())
          if name.startswith("check_") and name != "check_orthonormal"}


def read_lines(by="interpret", form=None):
    """The check of each case, its words and the reason: what op-checks.txt says of answers made in this way from this
    form of programs, or from both."""
    found = {}
    for line in (HERE / "op-checks.txt").read_text().splitlines():
        if line and not line.startswith("#"):
            words, reason = line.split(" -- ", 1)
            only, only_form, words = re.fullmatch("(?:(interpret|compile) )?(?:(core|exported) )?(.*)", words).groups()
            case, name, *rest = words.split()
            if only not in (None, by) or (form and only_form not in (None, form)):
                continue
            if case in found or name not in CHECKS:
                raise SystemExit("op-checks.txt: %s: %s" % (case, "twice" if case in found else "no check " + name))
            found[case] = (name, rest, reason)
    return found


def find_fault(line, call):
    """What is wrong with a call by its line, or nothing."""
    name, words, _ = line
    finite = all(math.isfinite(abs(v)) for t in call.ours if t and t.epsilon for v in t.values)
    if not finite and name not in ("near", "values", "solution", "condition", "cholesky"):
        return "an element is not finite"
    return CHECKS[name](call, *words)
