import * as elections from '#contract/elections/candidates.endpoints.ts';
import { pictureUpload } from '#contract/people/picture-crop.ts';
import { transact } from '../../../kernel/context.ts';
import { cutCenter } from '../../../kernel/files/picture-encoding.ts';
import { storeRenditions } from '../../../kernel/files/renditions.ts';
import { withUpload } from '../../../kernel/files/upload.ts';
import { handle, handleWithoutTransaction, type Call } from '../../../kernel/handle.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { emit } from '../../../kernel/jobs/outbox.ts';
import { countUse } from '../../../kernel/security/rate-limits.ts';
import { idOf, orNotFound } from '../../../kernel/sql.ts';
import { fileUrl } from '../../people/people.views.ts';
import { isElectionWritable } from '../elections-access.ts';
import { lockElection, updateElectionRow } from '../elections.queries.ts';
import { phaseOf } from '../elections.rules.ts';
import { readSeen } from '../reading.ts';
import * as queries from './candidate-pictures.queries.ts';

/** Maximum uploads per person. Encoding a picture takes the server seconds. */
const hourly = { max: 40, seconds: 3_600 };

type Who = Pick<Call, 'db' | 'actor' | 'clock' | 'me'>;

/**
 * Returns a candidate whose picture the caller can change. Candidates with an account change their own until voting opens. Managers change
 * those of candidates without an account in a draft. Others get a 403, or a 404 if they can't see the election.
 */
const checkAccess = async (call: Who, id: string) => {
  const candidate = orNotFound(await queries.selectCandidate(call.db, idOf(id)));
  const { row, manages } = await readSeen(call, String(candidate.election_id));
  const isOwn = candidate.user_id === call.me.userId;
  if (!isOwn && !(candidate.user_id === null && manages)) throw problem('forbidden');
  if (!isElectionWritable(row)) throw problem('club_inactive');
  const phase = phaseOf(row, call.clock.now());
  const isOpen = phase === 'draft' || (isOwn && (phase === 'nominations' || phase === 'announced'));
  const stands = candidate.state === 'proposed' || candidate.state === 'accepted';
  if (!isOpen || !stands) throw problem('election_fixed');
  return { candidate, row };
};

const change = async (call: Omit<Call, 'schoolId'>, id: string, photo: string | null) => {
  const { election_id: election } = orNotFound(await queries.selectCandidate(call.db, idOf(id)));
  // The opening takes this lock as well, so a picture can't change once voters see the ballot.
  await lockElection(call.db, election);
  const { candidate, row } = await checkAccess(call, id);
  await queries.updateCandidatePhoto(call.db, candidate.id, photo);
  // Someone agreed to the earlier content.
  if (row.state === 'draft') await updateElectionRow(call.db, row.id, { proposed_by: null });
  if (candidate.photo !== null && candidate.photo !== photo)
    await emit(call, 'files_dropped', { names: [candidate.photo] });
  const { row: after } = await readSeen(call, String(row.id));
  const shown = after.contests
    .flatMap(({ candidates }) => candidates)
    .find((one) => one.id === candidate.id);
  return { photoUrl: fileUrl(shown?.photo ?? null), hasOwnPicture: photo !== null };
};

export const candidatePicturesHandlers = [
  // Access is checked before the file is read, and again before it is stored, because encoding takes seconds.
  handleWithoutTransaction(elections.setCandidatePicture, async (call, { id, upload }) => {
    const { me, now, schoolId } = call;
    await transact(call, (context) => checkAccess({ ...context, me }, id), { readOnly: true });
    await countUse(call, `candidate-picture:${me.userId}`, hourly);
    return withUpload(`${schoolId}:${me.userId}`, upload, pictureUpload.maxBytes, async (bytes) => {
      const name = await storeRenditions(call, await cutCenter(bytes, 'photo'));
      return transact(call, (context) => change({ ...context, me, now }, id, name));
    });
  }),

  handle(elections.removeCandidatePicture, (call, { id }) => change(call, id, null)),
];
