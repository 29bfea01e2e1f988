export const embedding = {
  'embedding.title': 'Embedding',
  'embedding.list': 'Allowed sites',
  'embedding.listBody': 'Only these sites can show your campus in a frame.',
  'embedding.origin': 'Site address',
  'embedding.originBody':
    'For example https://portal.example.edu, or http://localhost:5173 for testing.',
  'embedding.add': 'Allow',
  'embedding.added': '{origin} can now embed your campus.',
  'embedding.none': 'No sites allowed yet',
  'embedding.noneBody': 'Add your portal’s address to show profiles and the directory there.',
  'embedding.remove': 'Remove',
  'embedding.removeNamed': 'Remove {origin}',
  'embedding.removed': '{origin} can no longer embed your campus.',
  'embedding.snippet': 'Embed code',
  'embedding.snippetBody':
    'Shows the signed-in person’s profile and resizes to fit. Others can sign in there.',
  'embedding.code': 'HTML',
  'embedding.keyHint':
    'Does your server know who’s signed in? An API key with the “embed” scope lets it sign people in automatically.',
  'error.notAnOrigin': 'Enter https:// and a host name only, such as https://portal.example.edu.',
  'error.tooManyOrigins': 'You can allow up to 20 sites. Remove one first.',
  'audit.embed_origins_changed': 'changed the allowed embed sites',
  'audit.embed_code_made': 'created a sign-in code for another site',
} as const;
