import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import {
  Ban,
  Download,
  FileUp,
  Link2,
  MoreHorizontal,
  SearchX,
  Tag as TagIcon,
  Tags,
  Trophy,
  UserMinus,
  UserPlus,
  UserRoundCog,
  UsersRound,
} from 'lucide-react';
import { useState } from 'react';
import type { ClubSettings } from '#contract/clubs/endpoints.ts';
import type { ClubMember } from '#contract/clubs/members.endpoints.ts';
import type { Face } from '#contract/people/endpoints.ts';
import { inviteToClub } from '#contract/clubs/calls.ts';
import { readClubPosting } from '#contract/posts/calls.ts';
import { ariaFieldsOf } from '../../../kit/aria-fields.tsx';
import { BulkBar } from '../../../kit/data-table.tsx';
import { fieldsOf } from '../../../kit/fields.tsx';
import { FormDialog } from '../../../kit/form-dialog.tsx';
import { QueryBoundary } from '../../../kit/query-boundary.tsx';
import { LoadMore } from '../../../kit/row-list.tsx';
import { useAction } from '../../../kit/use-action.ts';
import { call, callQuery } from '../../../lib/call.ts';
import { useDebounced } from '../../../lib/debounce.ts';
import { useMessages } from '../../../lib/messages.ts';
import { Button } from '../../../ui/button.tsx';
import { MenuButton } from '../../../ui/menu.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { GiveDialog } from '../../club-points/give-dialog.tsx';
import { PointsDialog } from '../../club-points/points-dialog.tsx';
import { nameOf } from '../../people/person.ts';
import { changeMembers, memberPages, staleMembership, type MembersChange } from '../clubs.data.ts';
import { LinksDialog } from './links-dialog.tsx';
import { ManageOutside } from './manage-outside.tsx';
import { MemberTagSelect } from '../member-tag-select.tsx';
import { ManageRequests } from './manage-requests.tsx';
import { PastMembers } from './past-members.tsx';
import { RosterDialog } from './roster-dialog.tsx';
import { saveMembers } from './save-members.ts';
import { MemberTable } from './member-table.tsx';

/** The server's limits (contract/src/clubs/limits.ts). */
const most = { tag: 40, invited: 50 } as const;
const none: ReadonlySet<string> = new Set();

/** Join requests at the top, then the members with bulk actions. */
export function ManageMembers({ club }: { club: ClubSettings }) {
  const { t } = useMessages();
  const [pointsOf, setPointsOf] = useState<ClubMember | null>(null);
  const [tag, setTag] = useState('');
  const [selected, setSelected] = useState(none);
  const [open, setOpen] = useState<'invite' | 'links' | 'tag' | 'roster' | 'points' | null>(null);
  const { text, setText, search } = useMemberSearch(() => setSelected(none));
  const members = useInfiniteQuery(memberPages(club.id, search, tag));
  const shown = members.data?.pages.flatMap(({ items }) => items) ?? [];
  const change = useChange(club.id, shown, () => setSelected(none));
  const uids = [...selected];
  const tags = tagsOf(shown, selected);
  const count = uids.length;
  const allTags = useClubTags(shown, club.id);
  // Officers who can only manage points see just that button.
  const manages = club.can.manageMembers;
  return (
    <div className="grid gap-5">
      {manages && <ManageRequests id={club.id} />}
      <div className="flex flex-wrap items-center gap-3">
        <div className="min-w-0 flex-1 basis-60">
          <SearchField
            label={t('clubs.searchMembers')}
            value={text}
            onChange={setText}
            isBusy={members.isFetching && members.data !== undefined}
          />
        </div>
        <MemberTagSelect
          // This waits for the members, because it would move their skeleton.
          tags={members.data ? allTags : []}
          value={tag}
          onChange={(next) => {
            setTag(next);
            setSelected(none);
          }}
        />
        {manages && <InviteActions club={club} onOpen={setOpen} />}
      </div>
      <QueryBoundary
        query={members}
        showsRefetchError
        skeleton={['h-96']}
        empty={
          search === '' && tag === ''
            ? { icon: UsersRound, title: t('clubs.membersNone') }
            : { icon: SearchX, title: t('clubs.membersNoneFound') }
        }
      >
        {({ pages }) => (
          <div className="grid gap-4">
            <MemberTable
              club={club}
              members={pages.flatMap(({ items }) => items)}
              selected={selected}
              onSelect={setSelected}
              onPoints={setPointsOf}
            />
            <LoadMore query={members} />
          </div>
        )}
      </QueryBoundary>
      {manages && <ManageOutside id={club.id} status="invited" />}
      {manages && <ManageOutside id={club.id} status="banned" />}
      {manages && <PastMembers id={club.id} />}
      <MemberBulkActions
        club={club}
        uids={uids}
        tags={tags}
        change={change}
        onOpen={setOpen}
        onClear={() => setSelected(none)}
      />
      {open === 'invite' && <InviteDialog id={club.id} onClose={() => setOpen(null)} />}
      {open === 'links' && <LinksDialog club={club} onClose={() => setOpen(null)} />}
      {open === 'roster' && <RosterDialog id={club.id} onClose={() => setOpen(null)} />}
      {open === 'points' && (
        <GiveDialog
          club={club.id}
          uids={uids}
          done={() => setSelected(none)}
          onClose={() => setOpen(null)}
        />
      )}
      {pointsOf !== null && (
        <PointsDialog
          club={club.id}
          person={{ uid: pointsOf.uid, name: nameOf(pointsOf) }}
          onClose={() => setPointsOf(null)}
        />
      )}
      {open === 'tag' && (
        <TagDialog
          count={count}
          save={(tag) => change.runAsync({ uids, change: { act: 'tag', tag } })}
          onClose={() => setOpen(null)}
        />
      )}
    </div>
  );
}

/** Returns all tags of the club if the officer can see them, otherwise the tags of the loaded members. */
function useClubTags(shown: readonly ClubMember[], id: string) {
  const { data: posting } = useQuery(callQuery(readClubPosting, { id: id }));
  return [...new Set([...(posting?.tags ?? []), ...shown.flatMap((one) => one.tags)])];
}

/** Invites people, manages invitation links, and imports or exports the roster. */
function InviteActions({
  club,
  onOpen,
}: {
  club: ClubSettings;
  onOpen: (dialog: 'invite' | 'links' | 'roster') => void;
}) {
  const { t } = useMessages();
  const save = useAction(() => saveMembers(club), {
    success: (saved) => t('clubs.rosterSaved', { count: saved }),
  });
  return (
    <>
      <Button variant="primary" size="lg" icon={UserPlus} onClick={() => onOpen('invite')}>
        {t('clubs.invite')}
      </Button>
      <Button size="lg" icon={Link2} onClick={() => onOpen('links')}>
        {t('clubs.links')}
      </Button>
      <MenuButton
        label={t('clubs.lists')}
        size="lg"
        icon={MoreHorizontal}
        items={[
          { id: 'roster', label: t('clubs.rosterImport'), icon: FileUp },
          { id: 'save', label: t('clubs.rosterSave'), icon: Download },
        ]}
        onAction={(id) => (id === 'roster' ? onOpen('roster') : save.run())}
      />
    </>
  );
}

interface MemberBulkActionsProps {
  club: ClubSettings;
  uids: readonly string[];
  tags: readonly string[];
  change: ReturnType<typeof useChange>;
  onOpen: (dialog: 'tag' | 'points') => void;
  onClear: () => void;
}

/** Actions for the selected members. Officers see the actions that their permissions allow. */
function MemberBulkActions({ club, uids, tags, change, onOpen, onClear }: MemberBulkActionsProps) {
  const { t } = useMessages();
  const count = uids.length;
  const manages = club.can.manageMembers;
  return (
    <BulkBar count={count} onClear={onClear}>
      {change.sent > 0 && change.sent < count && (
        <span role="status" className="text-sm">
          {t('clubs.changing', { sent: change.sent, count })}
        </span>
      )}
      {club.can.manageOfficers && (
        <MenuButton
          label={t('clubs.givePosition')}
          icon={UserRoundCog}
          variant="quiet"
          items={[
            ...club.positions.map(({ id, name }) => ({ id, label: name })),
            { id: '', label: t('clubs.noPosition') },
          ]}
          onAction={(id) =>
            change.run({ uids, change: { act: 'position', position: id === '' ? null : id } })
          }
        >
          {t('clubs.position')}
        </MenuButton>
      )}
      {manages && (
        <>
          <Button variant="quiet" icon={Tags} onClick={() => onOpen('tag')}>
            {t('clubs.addTag')}
          </Button>
          {tags.length > 0 && (
            <MenuButton
              label={t('clubs.removeTag')}
              icon={TagIcon}
              variant="quiet"
              items={tags.map((tag) => ({ id: tag, label: tag }))}
              onAction={(tag) => change.run({ uids, change: { act: 'untag', tag } })}
            >
              {t('clubs.removeTag')}
            </MenuButton>
          )}
        </>
      )}
      {club.can.managePoints && (
        <Button variant="quiet" icon={Trophy} onClick={() => onOpen('points')}>
          {t('clubPoints.give')}
        </Button>
      )}
      {manages && (
        <>
          <Button
            variant="quiet"
            icon={UserMinus}
            onClick={() => change.run({ uids, change: { act: 'remove' } })}
          >
            {t('clubs.remove')}
          </Button>
          <Button
            variant="quiet"
            icon={Ban}
            onClick={() => change.run({ uids, change: { act: 'ban' } })}
          >
            {t('clubs.ban')}
          </Button>
        </>
      )}
    </BulkBar>
  );
}

/** The text of the search field, and the search, which follows after a pause. */
function useMemberSearch(onSearch: () => void) {
  const [text, setText] = useState('');
  const [search, setSearch] = useState('');
  useDebounced(text, (value) => {
    setSearch(value.trim());
    onSearch();
  });
  return { text, setText, search };
}

/** Returns the tags of the selected members, sorted by name. */
const tagsOf = (members: readonly ClubMember[], selected: ReadonlySet<string>): string[] =>
  [...new Set(members.flatMap(({ uid, tags }) => (selected.has(uid) ? tags : [])))].toSorted(
    (a, b) => a.localeCompare(b),
  );

/** Changes several members. Actions that remove something ask for confirmation. `sent` counts the people done so far. */
function useChange(id: string, shown: readonly ClubMember[], done: () => void) {
  const { t } = useMessages();
  const [sent, setSent] = useState(0);
  const act = useAction(
    ({ uids, change }: { uids: readonly string[]; change: MembersChange }) =>
      changeMembers(
        id,
        uids,
        change,
        setSent,
        change.act === 'position' || change.act === 'remove' || change.act === 'ban'
          ? new Map(shown.map(({ uid, position }) => [uid, position ?? null]))
          : undefined,
      ).finally(() => setSent(0)),
    {
      confirm: ({ uids: { length: count }, change: { act } }) =>
        act === 'remove' || act === 'ban'
          ? {
              title: t(`clubs.${act}Title`, { count }),
              body: t(`clubs.${act}Body`),
              confirmLabel: t(`clubs.${act}`),
              cancelLabel: t('clubs.cancel'),
              isDanger: true,
            }
          : null,
      invalidates: staleMembership,
      success: ({ changed: count }, { change: { act } }) =>
        t(act === 'remove' || act === 'ban' ? 'clubs.removed' : 'clubs.changed', { count }),
      onSuccess: done,
    },
  );
  return { ...act, sent };
}

interface Invitation {
  people: readonly Face[];
}
const { PersonPicker } = ariaFieldsOf<Invitation>();

function InviteDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useMessages();
  return (
    <FormDialog<Invitation, { invited: number; accepted: number }>
      title={t('clubs.inviteTitle')}
      submitLabel={t('clubs.invite')}
      defaultValues={{ people: [] }}
      validate={({ people }) => ({
        people: people.length === 0 ? t('clubs.peopleless') : undefined,
      })}
      save={({ people }) => call(inviteToClub, { id, uids: people.map(({ uid }) => uid) })}
      success={({ invited, accepted }) =>
        invited + accepted === 0
          ? t('clubs.invitedNobody')
          : t('clubs.invited', { count: invited + accepted })
      }
      invalidates={staleMembership}
      onClose={onClose}
    >
      <PersonPicker name="people" label={t('clubs.people')} max={most.invited} />
    </FormDialog>
  );
}

interface Tagging {
  tag: string;
}
const { TextField } = fieldsOf<Tagging>();

function TagDialog({
  count,
  save,
  onClose,
}: {
  count: number;
  save: (tag: string) => Promise<unknown>;
  onClose: () => void;
}) {
  const { t } = useMessages();
  return (
    <FormDialog<Tagging>
      title={t('clubs.tagTitle', { count })}
      submitLabel={t('clubs.addTag')}
      defaultValues={{ tag: '' }}
      validate={({ tag }) => ({ tag: tag.trim() === '' ? t('clubs.tagless') : undefined })}
      save={({ tag }) => save(tag.trim())}
      onClose={onClose}
    >
      <TextField name="tag" label={t('clubs.tag')} maxLength={most.tag} />
    </FormDialog>
  );
}
