export const kitParts = {
  'kit.dropFile': 'Datei hier ablegen',
  'kit.dropFiles': 'Dateien hier ablegen',
  'kit.uploading': '{name} wird hochgeladen',
  'kit.asTable': 'Als Tabelle zeigen',
  'kit.asChart': 'Als Diagramm zeigen',
  'kit.drag': '{name} verschieben',
  'kit.moveUp': '{name} nach oben',
  'kit.moveDown': '{name} nach unten',
  'kit.noMatches': 'Keine Treffer',
  'kit.findPerson': 'Namen eingeben',
} as const;
