import type {
  DataAccount,
  DataAttendee,
  DataClub,
  DataEntry,
  DataEvent,
  DataMember,
  DataPerson,
  DataSection,
} from '#contract/school-data/endpoints.ts';
import { fileUrl } from '../people/people.views.ts';
import type * as rows from './school-data.queries.ts';

export const dataPersonView = (row: rows.DataPersonRow): DataPerson => ({
  id: String(row.id),
  username: row.username,
  email: row.email,
  firstName: row.first_name,
  lastName: row.last_name,
  accountType: row.account_type,
  major: row.major,
  yearOfGraduation: row.year_of_graduation,
  isDisabled: row.is_disabled,
  hasHold: row.has_hold,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});

/** Returns the full address of a stored picture, because programs aren't on the school's pages. */
const pictureUrl = (name: string | null, origin: string): string | null => {
  const path = fileUrl(name);
  return path === null ? null : `${origin}${path}`;
};

export const dataClubView = (row: rows.DataClubRow, origin: string): DataClub => ({
  id: String(row.id),
  code: row.code,
  name: row.name,
  acronym: row.acronym,
  description: row.description,
  about: row.about,
  type: row.type,
  categories: row.categories,
  website: row.url,
  address: row.address,
  membership: row.membership,
  members: row.members,
  logo: pictureUrl(row.logo, origin),
  cover: pictureUrl(row.cover, origin),
  url: `${origin}/clubs/${row.id}`,
  isPublic: row.is_public,
  updatedAt: row.updated_at.toISOString(),
});

export const dataMemberView = (row: rows.DataMemberRow): DataMember => ({
  username: row.username,
  hasHold: row.has_hold,
  since: row.since.toISOString(),
  positions: row.positions,
});

export const dataEventView = (row: rows.DataEventRow, origin: string): DataEvent => ({
  id: String(row.id),
  occurrence: row.original,
  title: row.title,
  description: row.description,
  dateStart: row.starts_at.toISOString(),
  dateEnd: row.ends_at.toISOString(),
  timeZone: row.zone,
  isCanceled: row.status === 'canceled',
  club: row.club_id === null ? null : { id: String(row.club_id), name: row.club_name ?? '' },
  audience: row.audience,
  location: row.location,
  address: row.address,
  isOnline: row.is_online,
  tags: row.tags,
  takesRegistrations: row.registration !== 'none',
  cover: pictureUrl(row.cover, origin),
  url: `${origin}/events/${row.id}?occurrence=${encodeURIComponent(row.original)}`,
});

export const dataAttendeeView = (row: rows.DataAttendeeRow): DataAttendee => ({
  username: row.username,
  hasHold: row.has_hold,
  occurrence: row.original,
  status: row.status,
  guests: row.guests,
  registeredAt: row.registered_at.toISOString(),
});

export const dataSectionView = (row: rows.DataSectionRow): DataSection => ({
  id: String(row.id),
  code: row.code,
  name: row.name,
  isActive: row.is_active,
  course: { code: row.course_code, number: row.number, title: row.title },
  term: { code: row.term_code, name: row.term_name, start: row.starts_on, end: row.ends_on },
  teachers: row.teachers,
  students: row.students,
});

export const dataAccountView = (row: rows.DataAccountRow): DataAccount => ({
  id: String(row.id),
  username: row.username,
  name: row.name,
  balance: { amount: row.balance, currency: row.currency },
  oldestDue: row.oldest_due,
  holds: row.holds,
});

export const dataEntryView = (row: rows.DataEntryRow): DataEntry => ({
  id: String(row.id),
  username: row.username,
  type: row.type,
  title: row.title,
  organization: row.organization,
  start: row.starts_on,
  end: row.ends_on,
  minutes: row.minutes,
  state: row.state,
  verifiedBy: row.verified_by,
  verifiedAt: row.verified_at.toISOString(),
});
