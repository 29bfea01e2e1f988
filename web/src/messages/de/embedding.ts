import type { Translation } from '../../lib/messages.ts';

export const embedding = {
  'embedding.title': 'Einbettung',
  'embedding.list': 'Seiten, die einbetten',
  'embedding.listBody':
    'Seiten unter diesen Adressen dürfen deinen Campus in sich zeigen. Andere können es nicht.',
  'embedding.origin': 'Adresse einer Seite',
  'embedding.originBody':
    'https:// und ein Name, etwa https://portal.example.edu. Auf dem eigenen Rechner geht auch http://localhost:5173.',
  'embedding.add': 'Erlauben',
  'embedding.added': '{origin} darf deinen Campus einbetten.',
  'embedding.none': 'Noch darf keine Seite deinen Campus einbetten',
  'embedding.noneBody':
    'Erlaube oben die Adresse deines Portals, dann kann es Profile und das Verzeichnis zeigen.',
  'embedding.remove': 'Entfernen',
  'embedding.removeNamed': '{origin} entfernen',
  'embedding.removed': '{origin} kann deinen Campus nicht mehr einbetten.',
  'embedding.undo': 'Rückgängig',
  'embedding.snippet': 'In deine Seite einsetzen',
  'embedding.snippetBody':
    'Das zeigt das Profil der angemeldeten Person und wächst mit ihm. Wer nicht angemeldet ist, kann es dort tun.',
  'embedding.code': 'HTML',
  'embedding.keyHint':
    'Weiß dein Server, wer jemand ist? Mit einem API-Schlüssel für „embed“ meldet er Personen dort selbst an.',
  'error.notAnOrigin':
    'Gib https:// und einen Namen ein, ohne etwas dahinter, etwa https://portal.example.edu.',
  'error.tooManyOrigins': 'Eine Hochschule kann 20 Adressen erlauben. Entferne zuerst eine.',
  'audit.embed_origins_changed': 'änderte, welche Seiten den Campus einbetten dürfen',
  'audit.embed_code_made': 'hat einen Code erstellt, der jemanden auf einer anderen Seite anmeldet',
} satisfies Translation;
