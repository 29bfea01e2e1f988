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
  type LucideIcon,
} from 'lucide-react';
import type { ReactNode } from 'react';
import type { User } from '#contract/people/endpoints.ts';
import { useMessages } from '../../lib/messages.ts';
import { useSchool } from '../../lib/school.ts';
import { BadgeList } from '../../ui/badge-list.tsx';
import { Card } from '../../ui/card.tsx';
import { Definition, DefinitionList } from '../../ui/definition-list.tsx';
import { addressText, locationOf } from '../people/person.ts';
import { Bio } from './bio.tsx';
import { ProfilePart } from './profile-part.tsx';
import { EmailLink, GroupList, LanguageList, PhoneLink } from './profile-sections.tsx';

interface PartProps {
  person: User;
  isEditable: boolean;
}

const values = (list: readonly { value: string }[] = []) => list.map((one) => one.value);

/** Shown in place of an empty section on the user's own page. Others don't see empty sections (CARD-04). */
function Missing({ children }: { children: string }) {
  return <p className="text-ink-2">{children}</p>;
}

export function AboutPart({ person, isEditable }: PartProps) {
  const { t } = useMessages();
  if (!person.bio && !isEditable) return null;
  return (
    <ProfilePart of="about" title={t('profilePage.about')} isEditable={isEditable}>
      {person.bio ? (
        <Bio key={person.uid} html={person.bio} />
      ) : (
        <Missing>{t('profilePage.addAbout')}</Missing>
      )}
    </ProfilePart>
  );
}

export function WorkPart({ person, isEditable }: PartProps) {
  const { t } = useMessages();
  const job = [person.workTitle, person.companyName].filter(Boolean).join(', ');
  const industries = values(person.industrySelections);
  const isEmpty = !person.major && job === '' && industries.length === 0;
  if (isEmpty && !isEditable) return null;
  return (
    <ProfilePart of="work" title={t('profilePage.work')} isEditable={isEditable}>
      {isEmpty ? (
        <Missing>{t('profilePage.addWork')}</Missing>
      ) : (
        <DefinitionList>
          {person.major && (
            <Definition isStacked icon={GraduationCap} term={t('person.studies')}>
              <bdi className="font-medium">{person.major}</bdi>
            </Definition>
          )}
          {job !== '' && (
            <Definition isStacked icon={Briefcase} term={t('person.job')}>
              <bdi className="font-medium">{job}</bdi>
            </Definition>
          )}
          {industries.length > 0 && (
            <Definition isStacked icon={ChartNoAxesColumn} term={t('person.industries')}>
              <BadgeList values={industries} />
            </Definition>
          )}
        </DefinitionList>
      )}
    </ProfilePart>
  );
}

export function InterestsPart({ person, isEditable }: PartProps) {
  const { t } = useMessages();
  const { languages = [], interests = [], sports = [] } = person;
  const lookingFor = values(person.lookingForSelections);
  const isEmpty = [languages, interests, sports, lookingFor].every(({ length }) => length === 0);
  if (isEmpty && !isEditable) return null;
  return (
    <ProfilePart of="interests" title={t('profilePage.interests')} isEditable={isEditable}>
      {isEmpty ? (
        <Missing>{t('profilePage.addInterests')}</Missing>
      ) : (
        <DefinitionList>
          {interests.length > 0 && (
            <Definition isStacked icon={Heart} term={t('person.interests')}>
              <BadgeList values={interests.map((one) => one.interest)} />
            </Definition>
          )}
          {sports.length > 0 && (
            <Definition isStacked icon={Trophy} term={t('person.sports')}>
              <BadgeList values={sports.map((one) => one.name)} />
            </Definition>
          )}
          {lookingFor.length > 0 && (
            <Definition isStacked icon={Search} term={t('person.lookingFor')}>
              <BadgeList values={lookingFor} />
            </Definition>
          )}
          {languages.length > 0 && (
            <Definition isStacked icon={Languages} term={t('person.languages')}>
              <LanguageList languages={languages} />
            </Definition>
          )}
        </DefinitionList>
      )}
    </ProfilePart>
  );
}

/** The clubs on a profile, if the school shows them. */
export function ClubsPart({ person }: { person: User }) {
  const { t } = useMessages();
  const { profileGroups } = useSchool().config;
  if (!profileGroups || (person.groups ?? []).length === 0) return null;
  return (
    <Card title={t('person.groups')} aside={<UsersRound size={20} aria-hidden />}>
      <GroupList groups={person.groups ?? []} />
    </Card>
  );
}

export function ContactPart({ person, isEditable }: PartProps) {
  const { t } = useMessages();
  const location = locationOf(person);
  const { email, phoneWork, currentAddress } = person;
  const isEmpty = !email && !phoneWork && !currentAddress && !location;
  if (isEmpty && !isEditable) return null;
  return (
    <ProfilePart of="contact" title={t('profilePage.contact')} isEditable={isEditable}>
      {isEmpty ? (
        <Missing>{t('profilePage.addContact')}</Missing>
      ) : (
        <dl className="grid gap-3.5">
          {email && (
            <ContactLine icon={Mail} term={t('person.email')}>
              <EmailLink email={email} />
            </ContactLine>
          )}
          {phoneWork && (
            <ContactLine icon={Phone} term={t('person.phoneWork')}>
              <PhoneLink phone={phoneWork} />
            </ContactLine>
          )}
          {currentAddress && (
            <ContactLine icon={MapPin} term={t('person.address')}>
              <bdi>{addressText(currentAddress)}</bdi>
            </ContactLine>
          )}
          {location && (
            <ContactLine icon={MapPin} term={t('person.place')}>
              <bdi>{location}</bdi>
            </ContactLine>
          )}
        </dl>
      )}
    </ProfilePart>
  );
}

function ContactLine({
  icon: Icon,
  term,
  children,
}: {
  icon: LucideIcon;
  term: string;
  children: ReactNode;
}) {
  return (
    <div className="relative grid min-w-0 ps-8">
      <dt className="text-sm text-ink-2">
        <Icon
          size={20}
          strokeWidth={1.75}
          aria-hidden
          className="absolute start-0 top-0.5 text-ink-3"
        />
        {term}
      </dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  );
}
