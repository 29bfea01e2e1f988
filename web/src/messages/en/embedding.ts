export const embedding = {
  'embedding.title': 'Embedding',
  'embedding.list': 'Host pages',
  'embedding.listBody':
    'Pages at these addresses may show your campus inside them. No other page can.',
  'embedding.origin': 'Address of a page',
  'embedding.originBody':
    'https:// and a name, such as https://portal.example.edu. On your own machine, http://localhost:5173 will do.',
  'embedding.add': 'Allow',
  'embedding.added': '{origin} may embed your campus.',
  'embedding.none': 'No page may embed your campus yet',
  'embedding.noneBody':
    'Allow the address of your portal above, and it can show profiles and the directory.',
  'embedding.remove': 'Remove',
  'embedding.removeNamed': 'Remove {origin}',
  'embedding.removed': '{origin} can no longer embed your campus.',
  'embedding.undo': 'Undo',
  'embedding.snippet': 'Put it into your page',
  'embedding.snippetBody':
    'This shows the profile of whoever is signed in, and grows with it. Whoever is not can sign in there.',
  'embedding.code': 'HTML',
  'embedding.keyHint':
    'Can your server say who somebody is? With an API key of the scope “embed” it signs people in there by itself.',
  'error.notAnOrigin':
    'Type https:// and a name, with nothing after it, such as https://portal.example.edu.',
  'error.tooManyOrigins': 'A school can allow 20 addresses. Remove one first.',
  'audit.embed_origins_changed': 'changed which pages may embed the campus',
  'audit.embed_code_made': 'made a code that signs somebody in on another page',
} as const;
