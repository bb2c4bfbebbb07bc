// State that the views share. All listeners are notified of a change.

export const state = {
  files: null, // { files, ways }: each file has name, size, hash and table, as from layoutOf()
  choice: null, // roles of the columns
  set: null,
  said: null, // sentences on the set at the prior, from saidOf()
  example: false,
  conclusions: null, // a list of sets of conclusions
  fit: null, // the calibration in "Calibrate": system, method, prior, and whether systems have names
  code: { set: "" },
  prior: 0.01,
  bands: null,
};

const listeners = new Map();

export function on(what, tell) {
  listeners.set(what, [...(listeners.get(what) ?? []), tell]);
}

// A view that is updated only while visible: `show` is called when its data have changed or, if the
// view is hidden then, when it is shown again.
export function lazily(view, events, show) {
  let stale = true;
  view.refresh = () => {
    if (!stale || view.hidden) return;
    stale = false;
    show();
  };
  for (const what of events) {
    on(what, () => {
      stale = true;
      if (view.isConnected) view.refresh();
    });
  }
  return view;
}

export function changed(what) {
  for (const tell of listeners.get(what) ?? []) tell();
}
