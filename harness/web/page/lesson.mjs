// Lessons of the engine: shown as pages, and read for what pictures are drawn from.

const dialog = document.getElementById('lesson');
const page = document.getElementById('lesson-page');
const largestTaught = 8;
const taughtOfLarger = 5;

export async function showLesson(engine, target, deckSize) {
  // A lesson is of a small deck, whatever the deck was that showed the mistake.
  const taught = deckSize <= largestTaught ? deckSize : taughtOfLarger;
  const [name, settings = ''] = target.split(':');
  const kept = settings.split(',').filter((setting) => setting !== '' && !setting.startsWith('n=')).join(',');
  page.srcdoc = '<p>The lesson is being written …</p>';
  dialog.showModal();
  try {
    page.srcdoc = await engine.explain(kept === '' ? name : `${name}:${kept}`, taught, 'html');
  } catch (error) {
    const told = document.createElement('p');
    told.textContent = error.message;
    page.srcdoc = told.outerHTML;
  }
}

/** A lesson's paragraphs and figures, section by section. */
export async function lessonOf(engine, target, deckSize) {
  const document = JSON.parse(await engine.explain(target, deckSize, 'json'));
  const section = (beginning) => document.sections.find(({ title }) => title.startsWith(beginning));
  return {
    lead: document.lead,
    paragraph: (beginning) => section(beginning)?.blocks.find((block) => 'paragraph' in block)?.paragraph,
    figure: (beginning) => section(beginning)?.blocks.find((block) => 'figure' in block)?.figure,
  };
}
