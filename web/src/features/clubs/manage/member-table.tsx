import type { ClubSettings } from '#contract/clubs/endpoints.ts';
import type { ClubMember } from '#contract/clubs/members.endpoints.ts';
import { DataTable } from '../../../kit/data-table.tsx';
import { useMessages } from '../../../lib/messages.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Button } from '../../../ui/button.tsx';
import { Tag } from '../../../ui/chip.tsx';
import { Pill } from '../../../ui/pill.tsx';
import { nameOf } from '../../people/person.ts';

interface MemberTableProps {
  club: ClubSettings;
  members: readonly ClubMember[];
  selected: ReadonlySet<string>;
  onSelect: (selected: ReadonlySet<string>) => void;
  onPoints: (member: ClubMember) => void;
}

/** The loaded members. A column has a button that opens a member's points if the officer can manage points. */
export function MemberTable({ club, members, selected, onSelect, onPoints }: MemberTableProps) {
  const { t, number, date } = useMessages();
  return (
    <DataTable<ClubMember>
      label={t('clubs.tab_members')}
      rows={members}
      idOf={({ uid }) => uid}
      nameOf={nameOf}
      selected={selected}
      onSelect={onSelect}
      columns={[
        {
          id: 'name',
          label: t('clubs.name'),
          cell: (member) => (
            <span className="flex items-center gap-2.5">
              <Avatar name={nameOf(member)} photoUrl={member.photoUrl} size={2} />
              <bdi className="font-medium wrap-anywhere">{nameOf(member)}</bdi>
            </span>
          ),
        },
        {
          id: 'position',
          label: t('clubs.position'),
          cell: ({ position }) =>
            position === undefined ? null : (
              <Pill>
                <bdi>{position}</bdi>
              </Pill>
            ),
        },
        {
          id: 'tags',
          label: t('clubs.tags'),
          cell: ({ tags }) => (
            <span className="flex flex-wrap gap-1">
              {tags.map((tag) => (
                <Tag key={tag}>
                  <bdi>{tag}</bdi>
                </Tag>
              ))}
            </span>
          ),
        },
        ...(club.can.managePoints
          ? [
              {
                id: 'points',
                label: t('clubPoints.title'),
                isEnd: true,
                cell: (member: ClubMember) => (
                  <Button
                    size="sm"
                    variant="quiet"
                    className="font-normal! text-ink! md:-me-3 max-md:-ms-3"
                    label={t('clubPoints.seeOf', {
                      name: nameOf(member),
                      points: t('clubPoints.count', { count: member.points ?? 0 }),
                    })}
                    // Otherwise the row would treat the press as a selection.
                    onPointerDown={(event) => event.stopPropagation()}
                    onKeyDown={(event) => {
                      if (event.key === 'Enter' || event.key === ' ') event.stopPropagation();
                    }}
                    onClick={(event) => {
                      event.stopPropagation();
                      onPoints(member);
                    }}
                  >
                    <span className="tabular-nums max-md:hidden">{number(member.points ?? 0)}</span>
                    {/* On phones, points are on a separate line, because there is no column header. */}
                    <span className="md:hidden">
                      {t('clubPoints.count', { count: member.points ?? 0 })}
                    </span>
                  </Button>
                ),
              },
            ]
          : []),
        {
          id: 'since',
          label: t('clubs.joinedOn'),
          cell: ({ since }) => date(since),
          phone: 'none',
        },
      ]}
    />
  );
}
