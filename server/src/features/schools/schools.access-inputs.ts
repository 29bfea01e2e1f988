/** Valid inputs for each call, and the expected responses (server/test/access-inputs.ts). */
export const inputs = {
  'schools.change-field-rules': { rules: {} },
  'schools.change-messaging': { messageStandalone: false },
  'schools.change-layout': { topBar: false, slideOut: 'framed' },
  'schools.change-identity': { locale: 'en' },
  'schools.change-paper': { paper: null },
  'schools.change-profiles': { profileGroups: false },
  'schools.change-session-limits': { idleMinutes: null, hours: null },
  'schools.set-picture': { kind: 'logo' },
  'schools.remove-picture': { kind: 'logo' },
  'origins.add': { origin: 'https://portal.example.edu' },
  'origins.remove': { origin: 'https://nowhere.example.edu' },
  'schools.change-analytics': { settings: null },
  'schools.change-sharing': { isOn: true, isIndexed: false },
};

export const admitted = {
  // The body isn't a picture.
  'schools.set-picture': 422,
  'origins.remove': 404,
};
