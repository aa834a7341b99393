// Elements of pictures.

const space = 'http://www.w3.org/2000/svg';

export function element(name, attributes = {}, text) {
  const made = document.createElementNS(space, name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
  if (text !== undefined) made.textContent = text;
  return made;
}

/** A picture that screen readers read as `label`. */
export function picture(width, height, label) {
  return element('svg', { viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': label });
}
