import * as clubs from '#contract/clubs/endpoints.ts';
import type { ClubPictureKind } from '#contract/clubs/limits.ts';
import { pictureUpload } from '#contract/people/picture-crop.ts';
import { transact } from '../../../kernel/context.ts';
import { cutCenter } from '../../../kernel/files/picture-encoding.ts';
import { storeRenditions } from '../../../kernel/files/renditions.ts';
import { withUpload } from '../../../kernel/files/upload.ts';
import { handle, handleWithoutTransaction, type Call } from '../../../kernel/handle.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { emit } from '../../../kernel/jobs/outbox.ts';
import { record } from '../../../kernel/security/audit.ts';
import { countUse } from '../../../kernel/security/rate-limits.ts';
import { orNotFound, idOf } from '../../../kernel/sql.ts';
import { fileUrl } from '../../people/people.views.ts';
import { accessTo } from '../club-access.ts';
import * as queries from '../clubs.queries.ts';
import { isWritable } from '../clubs.rules.ts';

/** Maximum club picture uploads per person. Encoding a picture takes the server seconds. */
const hourly = { max: 40, seconds: 3_600 };

/** Returns the club, or throws if the caller can't change its pictures. */
const checkAccess = async (call: Pick<Call, 'db' | 'actor' | 'clock' | 'me'>, id: string) => {
  const access = await accessTo(call, [idOf(id)]);
  const who = { viewer: call.me.userId, isStaff: access.isStaff };
  const club = orNotFound(await queries.selectClubState(call.db, who, idOf(id)));
  if (!access.may(club.id, 'clubs.edit')) throw problem('forbidden');
  if (!access.isStaff && !isWritable(club)) throw problem('club_inactive');
  return club;
};

const change = async (
  call: Omit<Call, 'schoolId'>,
  id: string,
  kind: ClubPictureKind,
  name: string | null,
) => {
  const club = await checkAccess(call, id);
  const before = await queries.selectPicture(call.db, club.id, kind);
  const { logo, cover } = orNotFound(await queries.updatePicture(call.db, club.id, kind, name));
  if (before !== null) await emit(call, 'files_dropped', { names: [before] });
  if (before !== name) {
    const detail = { club: id, name: club.name, fields: [kind] };
    await record(call, 'club_changed', { ...detail, act: 'changed' });
  }
  return { logo: fileUrl(logo), cover: fileUrl(cover) };
};

export const clubPicturesHandlers = [
  // Access is checked before the file is read, and again before it is stored, because encoding takes seconds.
  handleWithoutTransaction(clubs.setClubPicture, async (call, { id, kind, upload }) => {
    const { me, now, schoolId } = call;
    await transact(call, (context) => checkAccess({ ...context, me }, id), { readOnly: true });
    await countUse(call, `club-picture:${me.userId}`, hourly);
    return withUpload(`${schoolId}:${me.userId}`, upload, pictureUpload.maxBytes, async (bytes) => {
      const set = await cutCenter(bytes, kind === 'logo' ? 'photo' : 'cover');
      const name = await storeRenditions(call, set);
      return transact(call, (context) => change({ ...context, me, now }, id, kind, name));
    });
  }),

  handle(clubs.removeClubPicture, async (call, { id, kind }) => change(call, id, kind, null)),
];
