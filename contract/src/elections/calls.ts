/* Written by `npm run lists`: the method and path of each endpoint of this folder, without schemas. */
import type { Call } from '../call.ts';
import type * as electionsCandidates from './candidates.endpoints.ts';
import type * as elections from './endpoints.ts';
import type * as electionsVoting from './voting.endpoints.ts';

export const removeCandidatePicture = 'DELETE /api/v1/candidates/{id}/picture' as Call<typeof electionsCandidates.removeCandidatePicture>;
export const setCandidatePicture = 'PUT /api/v1/candidates/{id}/picture' as Call<typeof electionsCandidates.setCandidatePicture>;
export const announceElection = 'POST /api/v1/elections/{id}/announcement' as Call<typeof elections.announceElection>;
export const answerNomination = 'PUT /api/v1/nominations/{id}' as Call<typeof elections.answerNomination>;
export const cancelElection = 'POST /api/v1/elections/{id}/cancellation' as Call<typeof elections.cancelElection>;
export const createElection = 'POST /api/v1/elections' as Call<typeof elections.createElection>;
export const deleteElection = 'DELETE /api/v1/elections/{id}' as Call<typeof elections.deleteElection>;
export const extendElection = 'PUT /api/v1/elections/{id}/closing' as Call<typeof elections.extendElection>;
export const getElection = 'GET /api/v1/elections/{id}' as Call<typeof elections.getElection>;
export const getElectionSettings = 'GET /api/v1/elections/{id}/settings' as Call<typeof elections.getElectionSettings>;
export const listElections = 'GET /api/v1/elections' as Call<typeof elections.listElections>;
export const listVoters = 'GET /api/v1/elections/{id}/voters' as Call<typeof elections.listVoters>;
export const nominate = 'POST /api/v1/elections/{id}/nominations' as Call<typeof elections.nominate>;
export const previewVoters = 'POST /api/v1/elections/voters-preview' as Call<typeof elections.previewVoters>;
export const updateElection = 'PATCH /api/v1/elections/{id}' as Call<typeof elections.updateElection>;
export const castBallot = 'POST /api/v1/elections/{id}/ballot' as Call<typeof electionsVoting.castBallot>;
export const getBallots = 'GET /api/v1/elections/{id}/ballots' as Call<typeof electionsVoting.getBallots>;
export const getElectionResult = 'GET /api/v1/elections/{id}/result' as Call<typeof electionsVoting.getElectionResult>;
