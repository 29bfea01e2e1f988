import type { Translation } from '../translation.ts';

export const embedding = {
  'embedding.title': 'Einbettung',
  'embedding.list': 'Erlaubte Seiten',
  'embedding.listBody': 'Nur diese Seiten können deinen Campus in einem Rahmen zeigen.',
  'embedding.origin': 'Adresse der Website',
  'embedding.originBody':
    'Zum Beispiel https://portal.example.edu, oder http://localhost:5173 zum Testen.',
  'embedding.add': 'Erlauben',
  'embedding.added': '{origin} kann deinen Campus jetzt einbetten.',
  'embedding.none': 'Noch keine Seiten erlaubt',
  'embedding.noneBody':
    'Füge die Adresse deines Portals hinzu, um dort Profile und das Verzeichnis zu zeigen.',
  'embedding.remove': 'Entfernen',
  'embedding.removeNamed': '{origin} entfernen',
  'embedding.removed': '{origin} kann deinen Campus nicht mehr einbetten.',
  'embedding.snippet': 'Code zum Einbetten',
  'embedding.snippetBody':
    'Zeigt das Profil der angemeldeten Person und passt seine Größe an. Andere können sich dort anmelden.',
  'embedding.code': 'HTML',
  'embedding.keyHint':
    'Weiß dein Server, wer angemeldet ist? Mit einem API-Schlüssel mit der Berechtigung „embed“ kann er Personen automatisch anmelden.',
  'error.notAnOrigin': 'Gib nur https:// und einen Hostnamen ein, etwa https://portal.example.edu.',
  'error.tooManyOrigins': 'Du kannst bis zu 20 Seiten erlauben. Entferne zuerst eine.',
  'audit.embed_origins_changed': 'änderte die erlaubten Seiten zum Einbetten',
  'audit.embed_code_made': 'hat einen Anmeldecode für eine andere Seite erstellt',
} satisfies Translation;
