# Records from the life of a system, of all kinds.
life <- function() {
  set <- withr::with_seed(1, simulate_lr(60, 60, s = 2))
  plan <- validation_plan(accuracy = "cllr < 0.9", replicates = 100, declared = "2026-01-05")
  m <- update(monitor(method = "voices", date = "2026-02-01"), rep(c(3, 3), 40),
    rep(c(TRUE, FALSE), 40), "ln", date = "2026-06-30")
  m <- monitor(m, note = "repaired", date = "2026-07-01")
  list(
    plan = plan, validation = validation_run(plan, set), first = calibrate(set), m,
    cases = update(monitor_scores(1:20, date = "2026-02-02"), 3:5, date = "2026-02-03")
  )
}
