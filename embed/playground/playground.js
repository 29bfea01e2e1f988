/* A host page that shows everything. Any host page can do the same. */
/* global Campus */
const school = new URLSearchParams(location.search).get('school') ?? '';
const form = document.querySelector('#controls');
const log = document.querySelector('#log');
let campus = null;

const note = (kind, who, what) => {
  const line = document.createElement('li');
  line.className = kind;
  const head = document.createElement('small');
  head.textContent = `${new Date().toLocaleTimeString()} ${who}`;
  line.append(head, typeof what === 'string' ? what : JSON.stringify(what));
  log.prepend(line);
};

addEventListener('message', ({ origin, data, source }) => {
  if (campus !== null && source === campus.frame.contentWindow)
    note('in', `campus → host, from ${origin}`, data);
});

const value = (name) => form.elements[name].value;
const unmount = () => {
  campus?.dispose();
  campus = null;
};

const mount = () => {
  unmount();
  const way = value('way');
  campus = Campus.mountCampus(document.querySelector('#campus'), {
    school,
    route: value('route'),
    theme: value('theme'),
    locale: value('locale'),
    ...(way === 'code' && { session: { code: value('code').trim() } }),
    onReady: () =>
      note('out', 'host → campus', {
        type: 'campus:init',
        theme: value('theme'),
        locale: value('locale'),
        ...(way === 'code' && { session: '…' }),
      }),
  });
  note('out', 'host', `mountCampus(element, { school: '${school}', route: '${value('route')}' })`);
  setTimeout(() => {
    if (campus !== null && log.querySelector('.in') === null)
      note(
        'bad',
        'host',
        `Nothing has come yet. Does ${school} list ${location.origin}? (Run the campus, Embedding)`,
      );
  }, 4_000);
};

const acts = {
  navigate: () => {
    campus?.navigate(value('route'));
    note('out', 'host → campus', { type: 'campus:navigate', url: value('route') });
  },
  update: () => {
    campus?.update({ theme: value('theme'), locale: value('locale') });
    note('out', 'host → campus', {
      type: 'campus:init',
      theme: value('theme'),
      locale: value('locale'),
    });
  },
  logout: () => {
    campus?.logout();
    note('out', 'host → campus', { type: 'campus:logout' });
  },
  dispose: unmount,
  clear: () => log.replaceChildren(),
};

document.addEventListener('click', ({ target }) => acts[target.dataset?.act]?.());
form.addEventListener('change', () => {
  document.querySelector('#code-field').hidden = value('way') !== 'code';
});
form.addEventListener('submit', (event) => {
  event.preventDefault();
  mount();
});

if (/^https?:\/\/[a-z0-9.-]+(?::\d+)?$/i.test(school)) mount();
else note('bad', 'host', 'Open this page from the dev space of a campus: it says which one.');
