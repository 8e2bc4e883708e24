# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What is true of answers that are drawn by chance, and of those that are not initialised.

One call is made many times, on one state: the draws of all together have the range and the moments that the operator's
distribution has. Limits are as wide as six standard deviations of what is measured.
"""
import ast
import math
import re

from op_answers import diagonal, distance, largest, multiply

DEVIATIONS = 6
ALPHA = 1.7580993408473766  # of SELU, times its scale
# What these make is not initialised.
UNINITIALISED = {"empty", "empty_like", "empty_permuted", "empty_strided", "new_empty", "new_empty_strided"}


def arguments_of(call):
    """Positional and keyword arguments, tensors as their descriptions."""
    return ast.literal_eval(re.sub(r"\btorch\.\w+", r"'\g<0>'", call.about["args"]))


def describe_moments(what, values, mean, variance, fourth):
    """What is wrong with the mean and the variance of draws. `fourth` is the fourth central moment by the square of
    the variance: of it the spread of a measured variance is made."""
    count = len(values)
    found = sum(values) / count
    spread = sum((v - mean) ** 2 for v in values) / count
    if abs(found - mean) > DEVIATIONS * math.sqrt(variance / count):
        return "%s: the mean is %g, not %g" % (what, found, mean)
    if abs(spread - variance) > DEVIATIONS * variance * math.sqrt(max(fourth - 1, 1e-3) / count):
        return "%s: the variance is %g, not %g" % (what, spread, variance)
    return None


def check_share(what, hits, count, share):
    """Of `count` draws `hits` are a case that has this probability."""
    limit = DEVIATIONS * math.sqrt(max(share * (1 - share), 1e-9) / count) + 1e-9
    return None if abs(hits / count - share) <= limit else \
        "%s: %d of %d, not a share of %g" % (what, hits, count, share)


def pool(calls, output=0):
    return [v for call in calls for v in call.ours[output].values]


# ---------------------------------------------------------------------------
# Distributions
# ---------------------------------------------------------------------------

def check_uniform(calls):
    values = pool(calls)
    if not all(0 <= v < 1 for v in values):
        return "a number is not in [0, 1)"
    return describe_moments("uniform", values, 1 / 2, 1 / 12, 9 / 5)


def check_normal(calls, mean=0.0, deviation=1.0):
    values = pool(calls)
    if not all(abs(v - mean) < 8 * deviation for v in values):
        return "a number is more than eight deviations away"
    return describe_moments("normal", values, mean, deviation**2, 3)


def check_normal_of_arguments(calls):
    (_, mean, deviation), _ = arguments_of(calls[0])
    return check_normal(calls, mean, deviation)


def check_permutation(calls):
    for call in calls:
        if sorted(call.ours[0].values) != list(range(len(call.ours[0].values))):
            return "it is no permutation"
    n = len(calls[0].ours[0].values)
    first = [call.ours[0].values[0] for call in calls]
    return describe_moments("the first one", first, (n - 1) / 2, (n * n - 1) / 12, 9 / 5)


def check_bernoulli(calls):
    for at, p in enumerate(calls[0].inputs[0].values):
        draws = [call.ours[0].values[at] for call in calls]
        if not set(draws) <= {0.0, 1.0}:
            return "a draw is neither 0 nor 1"
        fault = check_share("ones", sum(draws), len(draws), p)
        if fault:
            return fault
    return None


def check_multinomial(calls):
    """Without replacement, as all recorded cases are: different places, the first one by weight."""
    for weights, rows in zip(calls[0].inputs[0].vectors(),
                             zip(*(list(call.ours[0].vectors()) for call in calls))):
        if any(len(set(row)) != len(row) or not set(row) <= set(range(len(weights))) for row in rows):
            return "places repeat or are out of range"
        for place, weight in enumerate(weights):
            hits = sum(row[0] == place for row in rows)
            fault = check_share("place %d" % place, hits, len(rows), weight / sum(weights))
            if fault:
                return fault
    return None


# ---------------------------------------------------------------------------
# Dropout
# ---------------------------------------------------------------------------

def read_dropout(calls):
    """The probability, 0 where nothing is trained. Defaults are those of torch.nn.functional."""
    _, named = arguments_of(calls[0])
    trains = named.get("training", "alpha" not in calls[0].about["op"])
    return named.get("p", 0.5) if trains else 0.0


def check_dropout(calls, group_of, kept, dropped):
    """Elements of a group are all kept or all dropped, which `p` of the groups are."""
    p = read_dropout(calls)
    groups = drops = 0
    for call in calls:
        given, ours = call.inputs[0], call.ours[0]
        seen = {}
        for at, (x, y) in enumerate(zip(given.values, ours.values)):
            room = 8 * (ours.epsilon or 0) * (abs(x) + 2)
            could = {isKept for isKept, value in ((True, kept(x, p)), (False, dropped(p)))
                     if (p < 1 if isKept else p > 0) and abs(y - value) <= room}
            group = seen.setdefault(group_of(given.sizes, at), {True, False})
            group &= could
            if not group:
                return "element %d is %g of %g, neither kept nor dropped with its group" % (at, y, x)
        decided = [group for group in seen.values() if len(group) == 1]
        groups += len(decided)
        drops += sum(group == {False} for group in decided)
    return check_share("dropped", drops, groups, p) if groups else None


def each(sizes, at):
    return at


def channel(sizes, at):
    """The first two dimensions."""
    return at // math.prod(sizes[2:])


def scale_alpha(p):
    return ((ALPHA * ALPHA * p + 1) * (1 - p)) ** -0.5 if p < 1 else 0.0


def kept_scaled(x, p):
    return x / (1 - p) if p < 1 else 0.0


def kept_alpha(x, p):
    return scale_alpha(p) * (x + ALPHA * p)


def dropped_alpha(p):
    return scale_alpha(p) * ALPHA * (p - 1)


def check_rrelu(calls):
    """Negative numbers times a factor between two bounds: drawn in training, else their mean."""
    _, named = arguments_of(calls[0])
    low, high = named.get("lower", 1 / 8), named.get("upper", 1 / 3)
    factors = []
    for call in calls:
        for x, y in zip(call.inputs[0].values, call.ours[0].values):
            if x >= 0 and y != x:
                return "%g became %g" % (x, y)
            factors += [y / x] if x < 0 else []
    room = 8 * 2**-23
    if not named.get("training"):
        low = high = (low + high) / 2
    if not all(low - room <= f <= high + room for f in factors):
        return "a factor is out of range"
    return describe_moments("factors", factors, (low + high) / 2, (high - low)**2 / 12, 9 / 5) if low < high and factors else None


# ---------------------------------------------------------------------------
# Choices and factors
# ---------------------------------------------------------------------------

def check_windows(calls):
    """Of every window the greatest of some elements of its image: each is one of them, where its index says."""
    op = calls[0].about["op"]
    dims = 3 if op.endswith("3d") else 2
    for call in calls:
        given, ours = call.inputs[0], call.ours[0]
        image, window = math.prod(given.sizes[-dims:]), math.prod(ours.sizes[-dims:])
        for at, value in enumerate(ours.values):
            start = at // window * image
            around = given.values[start:start + image]
            if value not in around:
                return "element %d is none of its image" % at
            if len(call.ours) > 1 and around[call.ours[1].values[at]] != value:
                return "element %d is not where its index says" % at
    return None


def check_low_rank(calls):
    """U diag(S) V^T is the matrix, whose rank is not above that of the factors."""
    centers = arguments_of(calls[0])[1].get("center")
    for call in calls:
        left, right = call.inputs
        for a, b, u, s, v in zip(left.matrices(), right.matrices(), call.ours[0].matrices(), call.ours[1].vectors(),
                                 call.ours[2].matrices()):
            whole = multiply(a, [list(column) for column in zip(*b)])
            if centers:
                means = [sum(column) / len(column) for column in zip(*whole)]
                whole = [[x - m for x, m in zip(row, means)] for row in whole]
            product = multiply(u, multiply(diagonal(s), [list(column) for column in zip(*v)]))
            if distance(product, whole) > 64 * len(whole) * call.ours[0].epsilon * largest(whole):
                return "U S V^T is off by %g" % distance(product, whole)
    return None


CHECKS = {
    "bernoulli": check_bernoulli,
    "core_rand": check_uniform,
    "core_randn": check_normal,
    "core_randperm": check_permutation,
    "multinomial": check_multinomial,
    "nn_functional_alpha_dropout": lambda calls: check_dropout(calls, each, kept_alpha, dropped_alpha),
    "nn_functional_dropout2d": lambda calls: check_dropout(calls, channel, kept_scaled, lambda p: 0.0),
    "nn_functional_dropout3d": lambda calls: check_dropout(calls, channel, kept_scaled, lambda p: 0.0),
    "nn_functional_feature_alpha_dropout_with_train":
        lambda calls: check_dropout(calls, channel, kept_alpha, dropped_alpha),
    "nn_functional_feature_alpha_dropout_without_train":
        lambda calls: check_dropout(calls, channel, kept_alpha, dropped_alpha),
    "nn_functional_fractional_max_pool2d": check_windows,
    "nn_functional_fractional_max_pool3d": check_windows,
    "nn_functional_rrelu": check_rrelu,
    "normal_in_place": check_normal_of_arguments,
    "pca_lowrank": check_low_rank,
    "svd_lowrank": check_low_rank,
}


def is_drawn(about):
    """Are the answers of a case random, or not initialised?"""
    return bool(about.get("random")) or about["op"] in UNINITIALISED


def find_fault(calls):
    """What is wrong with the answers to one call that was made many times."""
    op = calls[0].about["op"]
    if op in UNINITIALISED:
        return None
    return CHECKS[op](calls) if op in CHECKS else "op_draws.py has no check of it"
