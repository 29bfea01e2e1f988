/** Valid inputs for each call, and the expected responses (server/test/access-inputs.ts). */
export const inputs = {
  'people.profile': { uid: '{other}' },
  'people.change': { workTitle: 'Tester' },
  'privacy.change': { choices: { phoneHome: 'me' } },
  'privacy.preview': { as: 'stranger' },
  'people.change-standing': { uid: '{other}', isAdviser: false },
  'pictures.upload': { kind: 'photo' },
  'pictures.crop': { kind: 'photo', x: 0.5, y: 0.5, zoom: 1 },
  'pictures.remove': { kind: 'photo' },
  'pictures.restore': { kind: 'photo' },
};

export const admitted = {
  // The body isn't a picture, and none is stored.
  'pictures.upload': 422,
  'pictures.crop': 404,
  'pictures.restore': 404,
};
