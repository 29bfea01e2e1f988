import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { pictureUpload, pictureUploadErrors } from '../people/picture-crop.ts';

const id = z.strictObject({ id: z.string().max(40) });
const signedIn = { access: 'member', credential: 'bearer' } as const;
const candidatePicture = z.object({
  photoUrl: z.string().nullable().describe('Address of the picture that voters see, or null.'),
  hasOwnPicture: z.boolean(),
});
const errors = ['not_found', 'forbidden', 'club_inactive', 'election_fixed'] as const;

export const setCandidatePicture = endpoint({
  ...signedIn,
  name: 'elections.set-candidate-picture',
  summary: 'Set a candidate’s picture',
  description:
    'Send the file as the body, as for a profile picture. Candidates set their own until voting starts. Managers set those of candidates without an account before the announcement. Rate limit: 40 per hour.',
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
