# Bounds: the largest and smallest LRs that a set of trials supports, by ELUB or by invariance
# verification. Begin with bound-lr; the criterion of ELUB, which explain() needs too, is in
# measure-elub.
#
# Other rooms use:
#   bound-intact: check_intact_bound
#   bound-lr: bound_lr
#   bound-methods: bound_table, bound_title
