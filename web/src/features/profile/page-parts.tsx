import type { ReactNode } from 'react';
import type { User } from '#contract/people/endpoints.ts';
import { useMessages } from '../../lib/messages.ts';
import { nameOf } from '../people/person.ts';
import { AboutPart, ClubsPart, ContactPart, InterestsPart, WorkPart } from './page-sections.tsx';
import { SideColumn } from '../../shell/side-column.tsx';

export const headGround = 'card overflow-hidden [--ground:var(--surface)]';

/** The job, or else the major. */
export const lineOf = ({ workTitle, companyName, major }: User): string | null =>
  [workTitle, companyName].filter(Boolean).join(', ') || major;

interface PartsProps {
  person: User;
  isEditable?: boolean;
  aside?: ReactNode;
  foot?: ReactNode;
}

/** The sections of a profile in two columns. */
export function Parts({ person, isEditable = false, aside, foot }: PartsProps) {
  const { t } = useMessages();
  const part = { person, isEditable };
  const { bio, major, workTitle, companyName, industrySelections, interests, sports } = person;
  const lists = [
    industrySelections,
    interests,
    sports,
    person.languages,
    person.lookingForSelections,
  ];
  const isEmpty =
    !bio &&
    !major &&
    !workTitle &&
    !companyName &&
    lists.every((list) => (list ?? []).length === 0);
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-5">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:gap-5">
        {isEmpty && !isEditable && person.visitableProfile && (
          <p className="card p-5 text-ink-2">
            {t('profilePage.empty', { name: person.firstName || nameOf(person) })}
          </p>
        )}
        <AboutPart {...part} />
        <WorkPart {...part} />
        <InterestsPart {...part} />
      </div>
      <SideColumn>
        {aside}
        <ContactPart {...part} />
        <ClubsPart person={person} />
        {foot}
      </SideColumn>
    </div>
  );
}
