# Scale: trials that do not fit into memory or stay in their place: streams of files, tables of
# databases, tallies, or several of these. Each is a backend that answers the questions of
# R/backend-contract.R. Begin with scale-lr-chunks (streams), scale-table-set (databases) and
# scale-tally (counts in cells).
#
# Other rooms use:
#   scale-tally: is_tally, lr_tally
