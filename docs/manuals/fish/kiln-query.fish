complete -c kiln-query -l help -d 'Display available options (--help-hidden for more)'
complete -c kiln-query -l help-list -d 'Display list of available options (--help-list-hidden for more)'
complete -c kiln-query -l version -d 'Display the version of this program'
complete -c kiln-query -o c -r -d 'Specify command to run'
