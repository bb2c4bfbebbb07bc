// The sentences of R, their German, and the page's own German. The page carries them packed, and
// unpacks them before it says the first word.
export const texts = { sentences: null, german: null, own: null };

export const startTexts = (packed) => Object.assign(texts, JSON.parse(new TextDecoder().decode(packed)));
