import { Fragment } from 'react';
import {
  Briefcase,
  ChartNoAxesColumn,
  GraduationCap,
  Heart,
  Languages,
  Mail,
  MapPin,
  Phone,
  Search,
  Trophy,
  UsersRound,
} from 'lucide-react';
import type { User } from '#contract/people/endpoints.ts';
import { groupsShown } from '#contract/layout.ts';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { school, useSchool } from '../../lib/school.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { BadgeList } from '../../ui/badge-list.tsx';
import { Definition, DefinitionList } from '../../ui/definition-list.tsx';
import { addressText, locationOf } from '../people/person.ts';
import { Bio } from './bio.tsx';
import english from 'messages:en/person.*';

// Everything that shows a profile needs these texts.
addEnglish(english);

/** The fields of a profile. Visitors get fewer of them. */
export type ProfileLine = { readonly [Field in keyof User]?: User[Field] | undefined };

/** The sections of a profile. Empty ones are hidden (CARD-04). */
export function ProfileSections({ person }: { person: ProfileLine }) {
  const { t } = useMessages();
  const { profileGroups } = useSchool().config;
  const job = [person.workTitle, person.companyName].filter(Boolean).join(', ');
  const location = locationOf(person);
  const {
    languages = [],
    lookingForSelections = [],
    industrySelections = [],
    interests = [],
    sports = [],
    groups = [],
  } = person;
  const values = (list: readonly { value: string }[]) => list.map((one) => one.value);
  return (
    <div className="grid gap-5">
      {person.bio && <Bio key={person.uid} html={person.bio} />}
      <DefinitionList>
        {person.major && (
          <Definition icon={GraduationCap} term={t('person.studies')}>
            <bdi>{person.major}</bdi>
          </Definition>
        )}
        {job !== '' && (
          <Definition icon={Briefcase} term={t('person.job')}>
            <bdi>{job}</bdi>
          </Definition>
        )}
        {languages.length > 0 && (
          <Definition icon={Languages} term={t('person.languages')}>
            <LanguageList languages={languages} />
          </Definition>
        )}
        {lookingForSelections.length > 0 && (
          <Definition icon={Search} term={t('person.lookingFor')}>
            <BadgeList values={values(lookingForSelections)} />
          </Definition>
        )}
        {industrySelections.length > 0 && (
          <Definition icon={ChartNoAxesColumn} term={t('person.industries')}>
            <BadgeList values={values(industrySelections)} />
          </Definition>
        )}
        {interests.length > 0 && (
          <Definition icon={Heart} term={t('person.interests')}>
            <BadgeList values={interests.map((one) => one.interest)} />
          </Definition>
        )}
        {sports.length > 0 && (
          <Definition icon={Trophy} term={t('person.sports')}>
            <BadgeList values={sports.map((one) => one.name)} />
          </Definition>
        )}
        {profileGroups && groups.length > 0 && (
          <Definition icon={UsersRound} term={t('person.groups')}>
            <GroupList groups={groups} />
          </Definition>
        )}
        {person.email && (
          <Definition icon={Mail} term={t('person.email')}>
            <EmailLink email={person.email} />
          </Definition>
        )}
        {person.phoneWork && (
          <Definition icon={Phone} term={t('person.phoneWork')}>
            <PhoneLink phone={person.phoneWork} />
          </Definition>
        )}
        {person.currentAddress && (
          <Definition icon={MapPin} term={t('person.address')}>
            <bdi>{addressText(person.currentAddress)}</bdi>
          </Definition>
        )}
        {location && (
          <Definition icon={MapPin} term={t('person.place')}>
            <bdi>{location}</bdi>
          </Definition>
        )}
      </DefinitionList>
    </div>
  );
}

/** Returns whether ProfileSections has anything to show. */
export const hasSections = (person: ProfileLine): boolean =>
  Boolean(
    person.bio ||
    person.major ||
    person.workTitle ||
    person.companyName ||
    person.email ||
    person.phoneWork ||
    person.currentAddress ||
    locationOf(person),
  ) ||
  [
    person.languages,
    person.lookingForSelections,
    person.industrySelections,
    person.interests,
    person.sports,
    school.get()?.config.profileGroups ? person.groups : [],
  ].some((list) => (list?.length ?? 0) > 0);

/** A link to an email address, which breaks after `@` and periods if it's too long for the line. */
export function EmailLink({ email }: { email: string }) {
  return (
    <a
      href={`mailto:${email}`}
      className="text-link wrap-anywhere touch:-my-2 touch:inline-block touch:py-2"
    >
      {email.split(/(?<=[@.])/).map((part, nth) => (
        <Fragment key={nth}>
          {nth > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </a>
  );
}

export function PhoneLink({ phone }: { phone: string }) {
  return (
    <a
      href={`tel:${phone.replace(/[^\d+]/g, '')}`}
      className="text-link touch:-my-2 touch:inline-block touch:py-2"
      dir="ltr"
    >
      {phone}
    </a>
  );
}

export function LanguageList({ languages }: { languages: NonNullable<User['languages']> }) {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1.5">
      {languages.map(({ language, iconUrl }) => (
        <li key={language} className="flex items-center gap-2">
          {iconUrl && (
            <img
              src={iconUrl}
              alt=""
              width={18}
              height={18}
              loading="lazy"
              className="size-4.5 rounded-full"
            />
          )}
          {language}
        </li>
      ))}
    </ul>
  );
}

export function GroupList({ groups }: { groups: NonNullable<User['groups']> }) {
  return (
    <ul className="grid gap-2">
      {groups.slice(0, groupsShown).map((group) => (
        <li key={group.groupName} className="flex items-center gap-2.5">
          <Avatar name={group.groupName} photoUrl={group.logoUrl} size={2} shape="square" />
          {group.groupName}
        </li>
      ))}
    </ul>
  );
}
