import * as clubs from '#contract/clubs/public.endpoints.ts';
import { transact } from '../../../kernel/context.ts';
import { handleWithoutTransaction } from '../../../kernel/handle.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { countUse, networkOf } from '../../../kernel/security/rate-limits.ts';
import { idOf } from '../../../kernel/sql.ts';
import { fileUrl } from '../../people/people.views.ts';
import { chosenFields, publicReads } from '../../sharing/sharing.rules.ts';
import { selectPublicClub } from './public-page.queries.ts';

export const publicPageHandlers = [
  // Returns a public club to anyone, without revealing why a club isn't public.
  handleWithoutTransaction(clubs.getPublicClub, async (call, { id }) => {
    const { school, address } = call;
    // In a separate transaction, because an error would roll it back, and guessing ids causes only errors.
    await countUse(call, `public:${networkOf(address)}`, publicReads);
    return transact(
      call,
      async ({ db }) => {
        const row = await selectPublicClub(db, idOf(id), { namesPeople: school.share_mode });
        if (row === undefined) throw problem('club_not_shared');
        return {
          club: {
            id: String(row.id),
            name: row.name,
            acronym: row.acronym,
            description: row.description,
            about: row.about,
            type: row.type?.name ?? null,
            categories: row.categories.map(({ name }) => name),
            url: row.url,
            meetings: row.meetings.map(({ days, starts, ends }) => ({ days, starts, ends })),
            cost: row.cost,
            founded: row.founded,
            links: [...row.links],
            logo: fileUrl(row.logo),
            cover: fileUrl(row.cover),
            members: row.members,
            officers: row.officers.map((one) => ({
              uid: String(one.id),
              firstName: one.first_name,
              lastName: one.last_name,
              photoUrl: chosenFields(one).includes('picture') ? fileUrl(one.photo) : null,
              position: one.position,
            })),
          },
          isIndexed: school.share_indexed,
        };
      },
      { readOnly: true },
    );
  }),
];
