import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { pictureUpload, pictureUploadErrors } from '../people/picture-crop.ts';

const id = z.strictObject({ id: z.string().max(40) });
const signedIn = { access: 'member', credential: 'bearer' } as const;
const candidatePicture = z.object({
  photoUrl: z
    .string()
    .nullable()
    .describe('URL of the picture shown to voters. Null if there is none.'),
  hasOwnPicture: z.boolean(),
});
const errors = ['not_found', 'forbidden', 'club_inactive', 'election_fixed'] as const;

export const setCandidatePicture = endpoint({
  ...signedIn,
  name: 'elections.set-candidate-picture',
  summary: 'Set a candidate’s picture',
  description:
    'Send the file as the request body, as with a profile picture. Candidates can set their own picture until voting starts. Managers can set pictures for candidates without an account until the announcement. Rate limit: 40 per hour.',
  method: 'PUT',
  path: '/api/v1/candidates/{id}/picture',
  upload: { maxBytes: pictureUpload.maxBytes },
  params: id,
  reply: candidatePicture,
  errors: [...errors, ...pictureUploadErrors],
});

export const removeCandidatePicture = endpoint({
  ...signedIn,
  name: 'elections.remove-candidate-picture',
  summary: 'Remove a candidate’s picture',
  description: 'Voters then see the profile picture, if there is one. Idempotent.',
  method: 'DELETE',
  path: '/api/v1/candidates/{id}/picture',
  params: id,
  reply: candidatePicture,
  errors: [...errors],
});
