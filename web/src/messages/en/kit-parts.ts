export const kitParts = {
  'kit.dropFile': 'Drop a file here',
  'kit.dropFiles': 'Drop files here',
  'kit.uploading': 'Uploading {name}',
  'kit.asTable': 'Show as table',
  'kit.asChart': 'Show as chart',
  'kit.drag': 'Move {name}',
  'kit.moveUp': 'Move {name} up',
  'kit.moveDown': 'Move {name} down',
  'kit.noMatches': 'No matches',
  'kit.findPerson': 'Type a name',
} as const;
