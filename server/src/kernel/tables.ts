// Written by `npm run tables` from the migrated database.
import type { Generated, GeneratedAlways } from 'kysely';

export interface AuditEntriesTable {
  school_id: number;
  number: number;
  at: Date;
  actor_id: number | null;
  kind: string;
  detail: unknown;
  seal: Buffer;
}

export interface BlockedPairsTable {
  school_id: number | null;
  user_id: number | null;
  other_id: number | null;
}

export interface BlocksTable {
  school_id: number;
  blocker_id: number;
  blocked_id: number;
  created_at: Generated<Date>;
}

export interface ConnectedTable {
  school_id: number | null;
  user_id: number | null;
  other_id: number | null;
  accepted_at: Date | null;
}

export interface ConnectionsTable {
  school_id: number;
  low_id: number;
  high_id: number;
  requested_by: number;
  is_accepted: Generated<boolean>;
  requested_at: Generated<Date>;
  accepted_at: Date | null;
}

export interface CredentialsTable {
  school_id: number;
  user_id: number;
  password_hash: string;
  changed_at: Generated<Date>;
}

export interface FacetCountsTable {
  school_id: number;
  facet: string;
  people: number;
  audience: Generated<number>;
  entry: Generated<number>;
}

export interface InstallationTable {
  name: string;
  value: string;
}

export interface LimitsTable {
  school_id: number;
  subject: string;
  window_ends_at: Date;
  used: number;
}

export interface MigrationsTable {
  name: string;
  checksum: string;
  ran_at: Generated<Date>;
}

export interface OutboxTable {
  school_id: number;
  id: Generated<number>;
  kind: string;
  actor_id: number | null;
  payload: unknown;
  created_at: Generated<Date>;
  delivered_at: Date | null;
}

export interface PasswordResetsTable {
  school_id: number;
  token_hash: Buffer;
  user_id: number;
  expires_at: Date;
  used_at: Date | null;
}

export interface ReportNotesTable {
  school_id: number;
  report_id: number;
  number: number;
  author_id: number;
  text: string;
  from_state: string;
  to_state: string;
  created_at: Date;
}

export interface ReportsTable {
  school_id: number;
  id: Generated<number>;
  reporter_id: number;
  person_id: number;
  reason: string;
  note: Generated<string>;
  state: Generated<string>;
  created_at: Date;
  changed_at: Date;
}

export interface SchoolHostsTable {
  host: string;
  school_id: number;
  is_default: Generated<boolean>;
}

export interface SchoolsTable {
  school_id: Generated<number>;
  code: string;
  name: string;
  color: Generated<string>;
  favicon: string | null;
  logo: string | null;
  connect: Generated<boolean>;
  message_standalone: Generated<boolean>;
  locale: Generated<string>;
  created_at: Generated<Date>;
  field_rules: Generated<unknown>;
}

export interface SessionsTable {
  school_id: number;
  id: Generated<string>;
  user_id: number;
  token_hash: Buffer;
  user_agent: Generated<string>;
  created_at: Date;
  last_seen_at: Date;
  expires_at: Date;
  in_frame: Generated<boolean>;
}

export interface SuggestionDismissalsTable {
  school_id: number;
  user_id: number;
  dismissed_id: number;
  created_at: Generated<Date>;
}

export interface UserFacetsTable {
  school_id: number;
  facet: string;
  user_id: number;
  audience: Generated<number>;
}

export interface UserWordsTable {
  school_id: number;
  word: string;
  user_id: number;
  audience: Generated<number>;
}

export interface UsersTable {
  school_id: number;
  id: Generated<number>;
  username: string;
  is_admin: Generated<boolean>;
  is_disabled: Generated<boolean>;
  first_name: Generated<string>;
  last_name: Generated<string>;
  romanized_name: string | null;
  gender_pronoun: string | null;
  account_type: Generated<string>;
  year_of_graduation: number | null;
  major: string | null;
  bio: string | null;
  languages: Generated<string[]>;
  company_name: string | null;
  work_title: string | null;
  looking_for: Generated<string[]>;
  industries: Generated<string[]>;
  interests: Generated<string[]>;
  sports: Generated<string[]>;
  email: string | null;
  phone_work: string | null;
  phone_home: string | null;
  phone_mobile: string | null;
  city: string | null;
  zipcode: string | null;
  state: string | null;
  country: string | null;
  current_address: string | null;
  photo: string | null;
  cover: string | null;
  is_listed: Generated<boolean>;
  locale: string | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
  sort_name: GeneratedAlways<string>;
  audiences: Generated<unknown>;
  has_hold: Generated<boolean>;
  is_adviser: Generated<boolean>;
  listed_year: GeneratedAlways<number | null>;
  email_key: GeneratedAlways<string | null>;
  is_suggested: Generated<boolean>;
}

export interface WordDeletionsTable {
  school_id: number;
  deletion: string;
  word: string;
}

export interface Database {
  audit_entries: AuditEntriesTable;
  blocked_pairs: BlockedPairsTable;
  blocks: BlocksTable;
  connected: ConnectedTable;
  connections: ConnectionsTable;
  credentials: CredentialsTable;
  facet_counts: FacetCountsTable;
  installation: InstallationTable;
  limits: LimitsTable;
  migrations: MigrationsTable;
  outbox: OutboxTable;
  password_resets: PasswordResetsTable;
  report_notes: ReportNotesTable;
  reports: ReportsTable;
  school_hosts: SchoolHostsTable;
  schools: SchoolsTable;
  sessions: SessionsTable;
  suggestion_dismissals: SuggestionDismissalsTable;
  user_facets: UserFacetsTable;
  user_words: UserWordsTable;
  users: UsersTable;
  word_deletions: WordDeletionsTable;
}
