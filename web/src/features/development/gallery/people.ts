/** Sample people with short, long and right-to-left names. */
export const faces = [
  'Ana Silva',
  'Ben Okafor',
  'Cy Young',
  'Ada Min',
  'María-José Carreño Quiñones',
  'محمد علي',
].map((name, index) => {
  const [firstName = '', ...rest] = name.split(' ');
  return { uid: String(index), firstName, lastName: rest.join(' '), photoUrl: null };
});
