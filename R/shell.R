# Shell: the program `calibrant`. Its commands and options are in inst/commands.dcf. Begin with
# shell-command, then shell-run.
#
# No other room uses it.
