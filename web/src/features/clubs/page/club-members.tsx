import { Link } from '@tanstack/react-router';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Lock, SearchX, UsersRound } from 'lucide-react';
import { useState } from 'react';
import type { ClubLayout } from '#contract/clubs/endpoints.ts';
import { QueryBoundary } from '../../../kit/query-boundary.tsx';
import { LoadMore, Row, RowList } from '../../../kit/row-list.tsx';
import { useDebounced } from '../../../lib/debounce.ts';
import { useMessages } from '../../../lib/messages.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Note } from '../../../ui/note.tsx';
import { Pill } from '../../../ui/pill.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { nameOf, profileLink } from '../../people/person.ts';
import { memberPages } from '../clubs.data.ts';
import { MemberTagSelect } from '../member-tag-select.tsx';

/** The club's members that the user can see, officers first. */
export function ClubMembers({ club }: { club: ClubLayout }) {
  const { t, date } = useMessages();
  const [text, setText] = useState('');
  const [search, setSearch] = useState('');
  const [tag, setTag] = useState('');
  useDebounced(text, (value) => setSearch(value.trim()));
  const members = useInfiniteQuery(memberPages(club.id, search, tag));
  const tags = members.data?.pages.flatMap(({ items }) => items.flatMap((one) => one.tags)) ?? [];
  return (
    <div className="grid max-w-4xl gap-4">
      {!club.can.seeMembers && (
        <Note icon={Lock} title={t('clubs.privateMembers')}>
          {t('clubs.privateMembersBody')}
        </Note>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <div className="min-w-0 flex-1 basis-60">
          <SearchField
            label={t('clubs.searchMembers')}
            value={text}
            onChange={setText}
            isBusy={members.isFetching && members.data !== undefined}
          />
        </div>
        <MemberTagSelect tags={tags} value={tag} onChange={setTag} />
      </div>
      <QueryBoundary
        query={members}
        showsRefetchError
        empty={
          search === '' && tag === ''
            ? { icon: UsersRound, title: t('clubs.membersNone') }
            : { icon: SearchX, title: t('clubs.membersNoneFound') }
        }
      >
        {({ pages }) => (
          <div className="grid gap-4">
            <RowList label={t('clubs.tab_members')} isCard>
              {pages.flatMap(({ items }) =>
                items.map((member) => (
                  <Row
                    key={member.uid}
                    mark={
                      <span data-person={member.uid}>
                        <Avatar name={nameOf(member)} photoUrl={member.photoUrl} size={2.5} />
                      </span>
                    }
                    title={
                      <Link {...profileLink(member.uid)} className="rounded-sm hover:underline">
                        {nameOf(member)}
                      </Link>
                    }
                    aside={
                      member.position !== undefined && (
                        <Pill>
                          <bdi>{member.position}</bdi>
                        </Pill>
                      )
                    }
                    lines={[t('clubs.since', { date: date(member.since) })]}
                  />
                )),
              )}
            </RowList>
            <LoadMore query={members} />
          </div>
        )}
      </QueryBoundary>
    </div>
  );
}
