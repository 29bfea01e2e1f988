// Written by `npm run tables` from the migrated database.
import type { Generated, GeneratedAlways } from 'kysely';

export interface ActiveWeeksTable {
  school_id: number;
  week: Date;
  people: number;
  entry: Generated<number>;
}

export interface ActivityLogTable {
  school_id: number;
  number: number;
  at: Date;
  actor_id: number | null;
  kind: string;
  detail: unknown;
  seal: Buffer;
  club_id: GeneratedAlways<number | null>;
  person_id: GeneratedAlways<number | null>;
}

export interface AnnouncementDismissalsTable {
  school_id: number;
  user_id: number;
  announcement_id: number;
  dismissed_at: Date;
}

export interface AnnouncementsTable {
  school_id: number;
  id: Generated<number>;
  text: string;
  link_url: string | null;
  link_label: string | null;
  kind: string;
  account_types: string[];
  starts_at: Date;
  ends_at: Date;
  version: Generated<number>;
  client_id: string | null;
}

export interface ApiKeysTable {
  school_id: number;
  id: Generated<number>;
  name: string;
  token_hash: Buffer;
  created_at: Date;
  created_by: number | null;
  last_used_at: Date | null;
  ended_at: Date | null;
  scopes: string[];
  user_id: number | null;
  hint: string | null;
  expires_at: Date | null;
}

export interface ApprovalAssigneesTable {
  school_id: number;
  submission_id: number;
  position: number;
  number: number;
  user_id: number | null;
  role_id: number | null;
  scope_id: Generated<number>;
  waiting_since: Date | null;
  ended_at: Date | null;
}

export interface ApprovalEventsTable {
  school_id: number;
  submission_id: number;
  number: number;
  kind: string;
  position: number | null;
  author_id: number | null;
  text: Generated<string>;
  created_at: Date;
  client_id: string | null;
  author_name: string | null;
}

export interface ApprovalProcessesTable {
  school_id: number;
  kind: string;
  reminder_days: number | null;
  version: Generated<number>;
}

export interface ApprovalStagesTable {
  school_id: number;
  submission_id: number;
  position: number;
  name: string;
  approved_at: Date | null;
  approved_by: number | null;
}

export interface ApprovalStepPeopleTable {
  school_id: number;
  kind: string;
  position: number;
  user_id: number;
}

export interface ApprovalStepsTable {
  school_id: number;
  kind: string;
  position: number;
  name: string;
  reviewers: string;
  role_id: number | null;
}

export interface ApprovalSubmissionsTable {
  school_id: number;
  id: Generated<number>;
  kind: string;
  subject_id: number;
  title: Generated<string>;
  link: string | null;
  club_id: number | null;
  fields: Generated<unknown>;
  submitter_id: number | null;
  state: string;
  step: number | null;
  waiting_since: Date | null;
  may_decide_own: Generated<boolean>;
  reminder_days: number | null;
  remind_at: Date | null;
  created_at: Date;
  submitted_at: Date | null;
  ended_at: Date | null;
  version: Generated<number>;
  nudged_at: Date | null;
  submitter_name: string | null;
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

export interface BookingHoldsTable {
  school_id: number;
  slot_id: number;
  user_id: number;
  until: Date;
}

export interface BookingOffersTable {
  school_id: number;
  user_id: number;
  is_open: Generated<boolean>;
  time_zone: Generated<string>;
  note: Generated<string>;
  hours: Generated<unknown>;
  exceptions: Generated<unknown>;
  notice_minutes: Generated<number>;
  cancel_minutes: Generated<number>;
  days_ahead: Generated<number>;
  daily_limit: number | null;
  buffer_before: Generated<number>;
  buffer_after: Generated<number>;
  version: Generated<number>;
  wait_hours: Generated<number | null>;
}

export interface BookingOfficesTable {
  school_id: number;
  id: Generated<number>;
  name: string;
  note: Generated<string>;
  is_open: Generated<boolean>;
  kind: unknown;
  created_by: number | null;
  client_id: string;
  version: Generated<number>;
}

export interface BookingSlotsTable {
  school_id: number;
  id: Generated<number>;
  host_id: number;
  type_id: number;
  starts_at: Date;
  ends_at: Date;
  blocked: string;
  capacity: number;
  taken: Generated<number>;
}

export interface BookingTypesTable {
  school_id: number;
  id: Generated<number>;
  user_id: number;
  name: string;
  minutes: number;
  location: Generated<string>;
  link: Generated<string>;
  questions: Generated<unknown>;
  group_size: Generated<number>;
  needs_confirmation: Generated<boolean>;
  is_active: Generated<boolean>;
  position: Generated<number>;
  office_id: number | null;
}

export interface BookingWaitsTable {
  school_id: number;
  host_id: number;
  user_id: number;
  at: Date;
}

export interface BookingsTable {
  school_id: number;
  id: Generated<number>;
  client_id: string;
  slot_id: number;
  host_id: number;
  booker_id: number;
  starts_at: Date;
  ends_at: Date;
  status: string;
  answers: Generated<unknown>;
  canceled_by: number | null;
  reason: Generated<string>;
  revision: Generated<number>;
  created_at: Date;
  updated_at: Date;
}

export interface BudgetExpenseFilesTable {
  school_id: number;
  expense_id: number;
  upload_id: number;
  position: number;
}

export interface BudgetExpensesTable {
  school_id: number;
  id: Generated<number>;
  line_id: number;
  entry_id: number;
  vendor: Generated<string>;
}

export interface BudgetLineFilesTable {
  school_id: number;
  line_id: number;
  upload_id: number;
  position: number;
}

export interface BudgetPeriodsTable {
  school_id: number;
  id: Generated<number>;
  name: string;
  starts_on: Date;
  ends_on: Date;
  closed_at: Date | null;
  version: Generated<number>;
}

export interface BudgetRequestLinesTable {
  school_id: number;
  id: Generated<number>;
  request_id: number;
  position: number;
  title: string;
  category: Generated<string>;
  vendor: Generated<string>;
  quantity: number;
  price: number;
  club_pays: Generated<number>;
  asked: number;
  granted: number | null;
  spent: Generated<number>;
}

export interface BudgetRequestsTable {
  school_id: number;
  id: Generated<number>;
  kind: string;
  club_id: number | null;
  account_id: number;
  title: string;
  purpose: Generated<string>;
  event_id: number | null;
  state: Generated<string>;
  created_by: number | null;
  created_at: Date;
  submitted_at: Date | null;
  decided_at: Date | null;
  closed_at: Date | null;
  reviewed_by: number | null;
  reviewed_until: Date | null;
  version: Generated<number>;
}

export interface BudgetScoresTable {
  school_id: number;
  request_id: number;
  user_id: number;
  score: number;
}

export interface CalendarFeedsTable {
  school_id: number;
  id: Generated<number>;
  user_id: number;
  name: string;
  token_hash: Buffer;
  kinds: string[];
  alarm: number | null;
  created_at: Date;
  last_used_at: Date | null;
  club_id: number | null;
  hub_id: number | null;
  ends_at: Date | null;
}

export interface CalendarPasswordsTable {
  school_id: number;
  id: Generated<number>;
  user_id: number;
  name: string;
  password_hash: Buffer;
  hint: string;
  created_at: Date;
  last_used_at: Date | null;
  ends_at: Date | null;
  can_write: Generated<boolean>;
}

export interface CalendarPreferencesTable {
  school_id: number;
  user_id: number;
  hidden_kinds: Generated<string[]>;
  own_color: Generated<number>;
}

export interface CalendarSubscriptionEventsTable {
  school_id: number;
  subscription_id: number;
  position: number;
  first_at: Date;
  last_at: Date;
  components: unknown;
}

export interface CalendarSubscriptionsTable {
  school_id: number;
  id: Generated<number>;
  user_id: number;
  name: string;
  color: number;
  is_shown: Generated<boolean>;
  encrypted_url: string | null;
  host: string | null;
  version: Generated<number>;
  events: Generated<number>;
  zones: Generated<unknown>;
  etag: string | null;
  last_modified: string | null;
  read_at: Date | null;
  attempted_at: Date | null;
  problem: string | null;
  failures: Generated<number>;
  created_at: Date;
  skipped_count: Generated<number>;
  skipped_entries: Generated<unknown>;
  counts_as_busy: Generated<boolean>;
}

export interface CalendarSyncStatesTable {
  school_id: number;
  password_id: number;
  token: string;
  tags: unknown;
  created_at: Date;
  collection: Generated<string>;
}

export interface ChatPoliciesTable {
  school_id: number;
  who: Generated<string>;
  requests: Generated<boolean>;
  keep_days: number | null;
  course_chats: Generated<boolean>;
}

export interface ChatPreferencesTable {
  school_id: number;
  user_id: number;
  shows_presence: Generated<boolean>;
  shows_receipts: Generated<boolean>;
}

export interface ClientResultsTable {
  school_id: number;
  author_id: number;
  call: string;
  client_id: string;
  reply: string | null;
  holds_secret: boolean;
  created_at: Date;
}

export interface ClubAccountBalancesTable {
  school_id: number;
  account_id: number;
  balance: Generated<number>;
  promised: Generated<number>;
  postings: Generated<number>;
}

export interface ClubAccountMonthsTable {
  school_id: number;
  account_id: number;
  month: Date;
  allocated: Generated<number>;
  income: Generated<number>;
  spent: Generated<number>;
}

export interface ClubAccountsTable {
  school_id: number;
  id: Generated<number>;
  role: string;
  code: string | null;
  name: Generated<string>;
  parent_id: number | null;
  club_id: number | null;
  currency: string;
  is_main: Generated<boolean>;
  carries_over: Generated<boolean>;
  archived_at: Date | null;
  created_by: number | null;
  created_at: Generated<Date>;
  version: Generated<number>;
}

export interface ClubApplicationFilesTable {
  school_id: number;
  application_id: number;
  upload_id: number;
}

export interface ClubApplicationOfficersTable {
  school_id: number;
  application_id: number;
  user_id: number;
  role_id: number;
  state: string;
  requested_at: Date;
}

export interface ClubApplicationRemovalsTable {
  school_id: number;
  application_id: number;
  user_id: number;
}

export interface ClubApplicationsTable {
  school_id: number;
  id: Generated<number>;
  kind: string;
  author_id: number | null;
  client_id: string;
  window_id: number | null;
  club_id: number | null;
  name: string | null;
  description: string | null;
  membership: string | null;
  type_id: number | null;
  category_ids: Generated<number[]>;
  answers: Generated<unknown>;
  revision: Generated<number>;
  definition: Generated<unknown>;
  is_roster_confirmed: Generated<boolean>;
  created_at: Date;
  approved_at: Date | null;
  handed_over_at: Date | null;
  version: Generated<number>;
}

export interface ClubDeparturesTable {
  school_id: number;
  id: Generated<number>;
  club_id: number;
  since: Date;
  until: Date;
}

export interface ClubDismissalsTable {
  school_id: number;
  user_id: number;
  club_id: number;
  created_at: Date;
}

export interface ClubFileSettingsTable {
  school_id: number;
  club_limit: number;
}

export interface ClubFileVersionsTable {
  school_id: number;
  file_id: number;
  number: number;
  upload_id: number;
  size: number;
  created_by: number | null;
  created_at: Date;
}

export interface ClubFilesTable {
  school_id: number;
  id: Generated<number>;
  club_id: number;
  folder_id: number | null;
  name: string;
  readers: Generated<number>;
  level: Generated<number>;
  current: Generated<number>;
  size: Generated<number>;
  bytes: Generated<number>;
  created_by: number | null;
  client_id: string;
  created_at: Date;
  updated_at: Date;
  sort_name: GeneratedAlways<string>;
  hidden_at: Date | null;
}

export interface ClubFoldersTable {
  school_id: number;
  id: Generated<number>;
  club_id: number;
  parent_id: number | null;
  name: string;
  readers: Generated<number>;
  level: Generated<number>;
  path: Generated<number[]>;
  takes_files: Generated<boolean>;
  created_by: number | null;
  client_id: string;
  created_at: Date;
  updated_at: Date;
  sort_name: GeneratedAlways<string>;
}

export interface ClubLabelLinksTable {
  school_id: number;
  club_id: number;
  label_id: number;
}

export interface ClubLabelsTable {
  school_id: number;
  id: Generated<number>;
  list: string;
  name: string;
  kind: string | null;
  created_by: number | null;
  client_id: string | null;
}

export interface ClubLinksTable {
  school_id: number;
  id: Generated<number>;
  club_id: number;
  token_hash: Buffer;
  note: Generated<string>;
  created_by: number | null;
  client_id: string;
  created_at: Date;
  expires_at: Date;
  revoked_at: Date | null;
  max_uses: number | null;
  uses: Generated<number>;
}

export interface ClubMembersTable {
  school_id: number;
  club_id: number;
  user_id: number;
  status: string;
  since: Date;
  tags: Generated<string[]>;
  is_disabled: Generated<boolean>;
}

export interface ClubNotesTable {
  school_id: number;
  id: Generated<number>;
  club_id: number;
  author_id: number | null;
  text: string;
  created_at: Date;
  client_id: string | null;
}

export interface ClubPastMembersTable {
  school_id: number;
  id: Generated<number>;
  club_id: number;
  user_id: number;
  position: string | null;
  since: Date;
  until: Generated<Date>;
}

export interface ClubPointBalancesTable {
  school_id: number;
  club_id: number;
  user_id: number;
  points: number;
}

export interface ClubPointSettingsTable {
  school_id: number;
  club_id: number;
  points: Generated<unknown>;
  version: Generated<number>;
}

export interface ClubPointTransactionsTable {
  school_id: number;
  id: Generated<number>;
  club_id: number;
  user_id: number;
  source: string;
  source_id: string;
  points: number;
  reason: Generated<string>;
  actor_id: number | null;
  at: Date;
  reverses_id: number | null;
}

export interface ClubRegistrationSettingsTable {
  school_id: number;
  registrants: Generated<string>;
  shown_questions: Generated<string[]>;
  version: Generated<number>;
}

export interface ClubRenewalWindowsTable {
  school_id: number;
  id: Generated<number>;
  name: string;
  opens_at: Date;
  closes_at: Date;
  reminded_days: number | null;
  closed_at: Date | null;
  version: Generated<number>;
}

export interface ClubRequiredPositionsTable {
  school_id: number;
  role_id: number;
}

export interface ClubRosterRowsTable {
  school_id: number;
  roster_id: number;
  user_id: number;
  status: string | null;
  since: Date | null;
}

export interface ClubRostersTable {
  school_id: number;
  id: Generated<number>;
  club_id: number;
  actor_id: number | null;
  client_id: string;
  at: Date;
  added: number;
  accepted: number;
  already: number;
  skipped: number;
  undone_at: Date | null;
}

export interface ClubsTable {
  school_id: number;
  id: Generated<number>;
  name: string;
  acronym: Generated<string>;
  description: Generated<string>;
  about: Generated<string>;
  url: string | null;
  address: Generated<string>;
  type_id: number | null;
  parent_id: number | null;
  hub_id: number | null;
  status: Generated<string>;
  is_published: Generated<boolean>;
  is_hidden: Generated<boolean>;
  is_featured: Generated<boolean>;
  membership: string;
  are_officers_locked: Generated<boolean>;
  logo: string | null;
  cover: string | null;
  created_at: Date;
  created_by: number | null;
  client_id: string;
  updated_at: Date;
  managed_at: Date | null;
  deleted_at: Date | null;
  version: Generated<number>;
  sort_name: GeneratedAlways<string>;
  words: GeneratedAlways<string[]>;
  posts_for: Generated<string>;
  posts_by: Generated<string>;
  tabs: Generated<string[]>;
  code: string | null;
  is_public: Generated<boolean>;
  widgets: Generated<string[]>;
  takes_proposals: Generated<boolean>;
  members_seen_by: Generated<string>;
  is_open: GeneratedAlways<boolean>;
  email: string | null;
  cost: Generated<string>;
  founded: number | null;
  links: Generated<string[]>;
  meetings: Generated<unknown>;
}

export interface CommentLikesTable {
  school_id: number;
  comment_id: number;
  user_id: number;
  liked_at: Date;
}

export interface CommentsTable {
  school_id: number;
  id: Generated<number>;
  post_id: number;
  reply_to: number | null;
  author_id: number | null;
  client_id: string;
  text: string;
  created_at: Date;
  edited_at: Date | null;
  deleted_at: Date | null;
  likes: Generated<number>;
  hidden_at: Date | null;
  mentions: Generated<number[]>;
  is_held: Generated<boolean>;
  is_announced: Generated<boolean>;
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

export interface ConversationsTable {
  school_id: number;
  id: Generated<number>;
  kind: string;
  name: string | null;
  picture: string | null;
  pair_low: number | null;
  pair_high: number | null;
  created_by: number;
  client_id: string | null;
  last_seq: Generated<number>;
  change: Generated<number>;
  participant_count: Generated<number>;
  is_open: Generated<boolean>;
  last_at: Date;
  oldest_at: Date | null;
  created_at: Date;
  indexed_seq: Generated<number>;
  is_course: Generated<boolean>;
  closes_at: Date | null;
}

export interface CourseAnnouncementsTable {
  school_id: number;
  id: Generated<number>;
  code: string;
  section_id: number;
  author_id: number | null;
  title: string;
  body: Generated<string>;
  posted_at: Date;
  url: string | null;
  is_active: Generated<boolean>;
}

export interface CourseAssignmentsTable {
  school_id: number;
  id: Generated<number>;
  code: string;
  section_id: number;
  category_id: number | null;
  kind: Generated<string>;
  title: string;
  description: string | null;
  assigned_at: Date | null;
  due_at: Date | null;
  points: string | null;
  minutes: number | null;
  attempts: number | null;
  url: string | null;
  is_active: Generated<boolean>;
  updated_at: Generated<Date>;
}

export interface CourseCategoriesTable {
  school_id: number;
  id: Generated<number>;
  code: string;
  title: string;
  weight: string | null;
  drop_lowest: Generated<number>;
  is_active: Generated<boolean>;
}

export interface CourseChatsTable {
  school_id: number;
  section_id: number;
  conversation_id: number;
}

export interface CourseFeedsTable {
  school_id: number;
  imported_at: Date;
}

export interface CourseLinksTable {
  school_id: number;
  id: Generated<number>;
  code: string;
  section_id: number;
  module: Generated<string>;
  title: string;
  url: string;
  position: Generated<number>;
  is_active: Generated<boolean>;
}

export interface CoursePreferencesTable {
  school_id: number;
  user_id: number;
  shows_grades: Generated<boolean>;
}

export interface CourseRemindersTable {
  school_id: number;
  user_id: number;
  item: string;
  due_at: Date;
}

export interface CourseResultsTable {
  school_id: number;
  assignment_id: number;
  user_id: number;
  state: string | null;
  score: string | null;
  label: string | null;
  is_late: Generated<boolean>;
  comment: string | null;
  submitted_at: Date | null;
  graded_at: Date | null;
  arrived_at: Date | null;
}

export interface CourseSectionsTable {
  school_id: number;
  id: Generated<number>;
  code: string;
  course_id: number;
  term_id: number;
  name: string | null;
  is_active: Generated<boolean>;
  updated_at: Generated<Date>;
}

export interface CourseVisitsTable {
  school_id: number;
  user_id: number;
  course: string;
  seen_at: Date;
}

export interface CoursesTable {
  school_id: number;
  id: Generated<number>;
  code: string;
  number: string;
  title: string;
  description: string | null;
  updated_at: Generated<Date>;
}

export interface CredentialsTable {
  school_id: number;
  user_id: number;
  password_hash: string;
  changed_at: Generated<Date>;
}

export interface CurrentGrantsTable {
  school_id: number | null;
  role_id: number | null;
  user_id: number | null;
  scope_id: number | null;
  granted_at: Date | null;
  granted_by: number | null;
  ends_at: Date | null;
}

export interface CurrentHubsTable {
  school_id: number;
  user_id: number;
  hub_id: number;
}

export interface DiscountCodesTable {
  school_id: number;
  id: Generated<number>;
  club_id: number;
  code: string;
  percent: number | null;
  amount: number | null;
  currency: string | null;
  starts_at: Date | null;
  ends_at: Date | null;
  max_uses: number | null;
  per_person: number | null;
  is_on: Generated<boolean>;
  created_by: number | null;
  client_id: string;
  created_at: Date;
  version: Generated<number>;
}

export interface DonationSettingsTable {
  school_id: number;
  club_id: number;
  is_on: boolean;
  purpose: Generated<string>;
  currency: string;
  suggested: Generated<number[]>;
  min_amount: number;
  max_amount: number | null;
  account_id: number | null;
  updated_at: Date;
  version: Generated<number>;
}

export interface DuesMembersTable {
  school_id: number;
  club_id: number;
  user_id: number;
  plan_id: number | null;
  paid_until: Date | null;
  due_from: Date | null;
  waived_at: Date | null;
  waived_by: number | null;
  waiver_reason: Generated<string>;
  reminded_at: Date | null;
}

export interface DuesPaymentsTable {
  school_id: number;
  line_id: number;
  plan_id: number;
  club_id: number;
  user_id: number | null;
  months: number;
  state: string;
  paid_at: Date | null;
  starts_at: Date | null;
  ends_at: Date | null;
  is_earlier: Generated<boolean>;
}

export interface DuesPlansTable {
  school_id: number;
  id: Generated<number>;
  club_id: number;
  name: string;
  amount: number;
  currency: string;
  months: number;
  grace_days: number;
  archived_at: Date | null;
  created_by: number | null;
  client_id: string;
  created_at: Date;
  version: Generated<number>;
}

export interface DuplicateUsernamesTable {
  school_id: number;
  user_id: number;
  username: string;
  username_key: GeneratedAlways<string>;
  kept_id: number;
  found_at: Date;
}

export interface ElectionBallotsTable {
  school_id: number;
  election_id: number;
  receipt: string;
  nonce: string;
  votes: unknown;
}

export interface ElectionCandidatesTable {
  school_id: number;
  id: Generated<number>;
  contest_id: number;
  position: number;
  user_id: number | null;
  name: Generated<string>;
  statement: Generated<string>;
  video_url: string | null;
  state: string;
  proposed_by: number | null;
  client_id: string | null;
  created_at: Date;
  photo: string | null;
}

export interface ElectionContestsTable {
  school_id: number;
  id: Generated<number>;
  election_id: number;
  position: number;
  title: string;
  kind: string;
  method: string | null;
  seats: Generated<number>;
  max_choices: number;
  allows_write_ins: Generated<boolean>;
  share_numerator: number | null;
  share_denominator: number | null;
  needs_majority: Generated<boolean>;
  lots: number[] | null;
}

export interface ElectionVotersTable {
  school_id: number;
  election_id: number;
  user_id: number;
  has_voted: boolean | null;
}

export interface ElectionsTable {
  school_id: number;
  id: Generated<number>;
  club_id: number | null;
  title: string;
  description: Generated<string>;
  state: Generated<string>;
  time_zone: string;
  nominations_end_at: Date | null;
  opens_at: Date;
  closes_at: Date;
  voter_rule: Generated<unknown>;
  allows_revote: Generated<boolean>;
  quorum: number | null;
  keeps_voter_list: Generated<boolean>;
  proposed_by: number | null;
  announced_by: number | null;
  created_by: number | null;
  client_id: string;
  created_at: Date;
  opened_at: Date | null;
  closed_at: Date | null;
  extension_reason: string | null;
  cancellation_reason: string | null;
  voters: number | null;
  ballots: number | null;
  file_header: unknown | null;
  results: unknown | null;
  signature: string | null;
  secret_name: string | null;
  version: Generated<number>;
  accepts_paper: Generated<boolean>;
  paper_signed_by: number | null;
  paper_entered_at: Date | null;
  ballots_on_paper: number | null;
}

export interface EmbedCodesTable {
  school_id: number;
  code_hash: Buffer;
  user_id: number;
  origin: string;
  expires_at: Date;
  method: string | null;
}

export interface EmployerContactsTable {
  school_id: number;
  id: Generated<number>;
  employer_id: number;
  name: string;
  email: string;
  locale: string | null;
  invited_by: number | null;
  invited_at: Date;
  last_sign_in_at: Date | null;
  removed_at: Date | null;
}

export interface EmployerLinksTable {
  school_id: number;
  token_hash: Buffer;
  contact_id: number;
  ends_at: Date;
}

export interface EmployerSessionsTable {
  school_id: number;
  token_hash: Buffer;
  contact_id: number;
  created_at: Date;
  ends_at: Date;
}

export interface EmployersTable {
  school_id: number;
  id: Generated<number>;
  name: string;
  website: string;
  suspended_at: Date | null;
  created_by: number | null;
  created_at: Date;
  sort_name: GeneratedAlways<string>;
  words: GeneratedAlways<string[]>;
}

export interface EncryptedBallotsTable {
  school_id: number;
  election_id: number;
  number: Buffer;
  ballot: Buffer;
}

export interface EventCohostsTable {
  school_id: number;
  event_id: number;
  club_id: number;
  is_accepted: Generated<boolean>;
}

export interface EventDatesTable {
  school_id: number;
  event_id: number;
  original: string;
  canceled_at: Date | null;
  cancel_reason: Generated<string>;
  starts_at: Date | null;
  ends_at: Date | null;
  title: string | null;
  location: string | null;
  address: string | null;
  online_url: string | null;
  note: Generated<string>;
  has_own_room: Generated<boolean>;
  room_id: number | null;
  capacity: number | null;
}

export interface EventDismissalsTable {
  school_id: number;
  user_id: number;
  event_id: number;
  at: Date;
}

export interface EventHostsTable {
  school_id: number;
  event_id: number;
  user_id: number;
  position: number;
}

export interface EventInviteesTable {
  school_id: number;
  event_id: number;
  user_id: number;
  declined_at: Date | null;
}

export interface EventKeysTable {
  school_id: number;
  event_id: number;
  public_key: string;
  encrypted_key: string;
}

export interface EventPreferencesTable {
  school_id: number;
  user_id: number;
  recommends: boolean;
}

export interface EventRegistrationsTable {
  school_id: number;
  id: Generated<number>;
  event_id: number;
  original: Generated<string>;
  user_id: number;
  status: string;
  ticket_type_id: number | null;
  guests: Generated<number>;
  number: number;
  registered_at: Date;
  changed_at: Date;
  offered_until: Date | null;
  reason: Generated<string>;
  is_hidden: Generated<boolean>;
  is_walk_in: Generated<boolean>;
  order_state: Generated<string>;
  order_id: number | null;
}

export interface EventRemindersTable {
  school_id: number;
  user_id: number;
  event_id: number;
  minutes: number[];
}

export interface EventScansTable {
  school_id: number;
  event_id: number;
  client_id: string;
  registration_id: number;
  seat: number;
  at: Date;
  door: string | null;
  is_undo: Generated<boolean>;
  actor_id: number | null;
  received_at: Date;
  original: Generated<string>;
}

export interface EventSpotsTable {
  school_id: number;
  event_id: number;
  original: string;
  taken: Generated<number>;
  ticket_counts: Generated<unknown>;
  waiting: Generated<number>;
  last_number: Generated<number>;
}

export interface EventStartsTable {
  school_id: number;
  event_id: number;
  starts_at: Date;
  ends_at: Date;
  original: string;
  is_long: GeneratedAlways<boolean>;
}

export interface EventTasksTable {
  school_id: number;
  event_id: number;
  handler: string;
  run_at: Date;
  attempts: Generated<number>;
  failed_at: Date | null;
  error: string | null;
}

export interface EventTicketTypesTable {
  school_id: number;
  id: Generated<number>;
  event_id: number;
  position: number;
  name: string;
  description: Generated<string>;
  quota: number | null;
  access_code: string | null;
  is_hidden: Generated<boolean>;
  price: number | null;
  currency: string | null;
  tax_basis_points: Generated<number>;
  guests_max: number | null;
  guest_price: number | null;
}

export interface EventWordsTable {
  school_id: number;
  event_id: number;
  word: string;
}

export interface EventsTable {
  school_id: number;
  id: Generated<number>;
  club_id: number | null;
  hub_id: number | null;
  title: string;
  description: Generated<string>;
  series: unknown;
  has_custom_dates: Generated<boolean>;
  starts_at: Date;
  ends_at: Date;
  location: Generated<string>;
  address: Generated<string>;
  map_url: string | null;
  online_url: string | null;
  online_opens_minutes: Generated<number>;
  cover: string | null;
  tags: Generated<string[]>;
  status: Generated<string>;
  is_template: Generated<boolean>;
  audience: Generated<string>;
  member_tags: Generated<string[]>;
  registration: Generated<string>;
  opens_at: Date | null;
  closes_at: Date | null;
  closes_minutes: number | null;
  capacity: number | null;
  guests_max: Generated<number>;
  needs_approval: Generated<boolean>;
  allows_maybe: Generated<boolean>;
  waitlist: Generated<string>;
  offer_hours: Generated<number>;
  attendees_for: Generated<string>;
  is_free: Generated<boolean>;
  created_by: number | null;
  client_id: string;
  created_at: Date;
  updated_at: Date;
  published_at: Date | null;
  canceled_at: Date | null;
  cancel_reason: Generated<string>;
  version: Generated<number>;
  revision: Generated<number>;
  sort_name: GeneratedAlways<string>;
  words: GeneratedAlways<string[]>;
  survey_id: number | null;
  code: string | null;
  room_id: number | null;
  proposed_by: number | null;
  proposal: string | null;
  badge_layout: unknown | null;
  refund_hours: number | null;
  hidden_at: Date | null;
}

export interface FacetCountsTable {
  school_id: number;
  facet: string;
  people: number;
  audience: Generated<number>;
  entry: Generated<number>;
}

export interface FinanceAccountsTable {
  school_id: number;
  id: Generated<number>;
  user_id: number;
  name: Generated<string>;
  currency: string;
}

export interface FinanceBalancesTable {
  school_id: number;
  account_id: number;
  balance: Generated<number>;
  oldest_due: Date | null;
}

export interface FinanceHoldsTable {
  school_id: number;
  id: Generated<number>;
  user_id: number;
  code: string;
  kind: string;
  office: string;
  since: Date;
  reason: string;
  blocks: Generated<string[]>;
  how_to_clear: Generated<string>;
  amount: number | null;
  currency: string | null;
  contact_name: Generated<string>;
  contact_email: Generated<string>;
  contact_phone: Generated<string>;
  contact_id: number | null;
  office_id: number | null;
  released_on: Date | null;
  updated_at: Generated<Date>;
}

export interface FinanceProxiesTable {
  school_id: number;
  id: Generated<number>;
  user_id: number;
  client_id: string;
  name: string;
  email: string;
  items: string[];
  link_hash: Buffer;
  created_at: Date;
  ends_at: Date;
  confirmed_at: Date | null;
  revoked_at: Date | null;
  code_hash: Buffer | null;
  code_ends_at: Date | null;
  code_attempts: Generated<number>;
  locale: string | null;
}

export interface FinanceProxyReadsTable {
  school_id: number;
  id: Generated<number>;
  proxy_id: number;
  item: string;
  at: Date;
}

export interface FinanceProxySessionsTable {
  school_id: number;
  token_hash: Buffer;
  proxy_id: number;
  ends_at: Date;
}

export interface FinanceSettingsTable {
  school_id: number;
  currency: Generated<string>;
  pay_url: string | null;
  pay_key: string | null;
  pay_key_hint: string | null;
  contact_name: Generated<string>;
  contact_email: Generated<string>;
  contact_phone: Generated<string>;
  office_id: number | null;
  imported_at: Date | null;
  version: Generated<number>;
}

export interface FinanceTransactionsTable {
  school_id: number;
  id: Generated<number>;
  account_id: number;
  code: string;
  revision: Generated<number>;
  kind: string;
  title: string;
  detail: Generated<string>;
  amount: number;
  on_date: Date;
  due_on: Date | null;
  term_id: number | null;
  charge_code: string | null;
  reverses_id: number | null;
  reason: Generated<string>;
  actor_id: number | null;
  created_at: Generated<Date>;
  effect: GeneratedAlways<number>;
}

export interface FinanceVisitsTable {
  school_id: number;
  user_id: number;
  seen_at: Date;
  previous_seen_at: Date | null;
}

export interface FirstRunsTable {
  school_id: number;
  user_id: number;
  passed: Generated<string[]>;
  opened_at: Date;
  ended_at: Date | null;
}

export interface FormDefinitionsTable {
  school_id: number;
  form_id: number;
  revision: number;
  definition: unknown;
}

export interface FormDraftsTable {
  school_id: number;
  form_id: number;
  user_id: number;
  answers: unknown;
  saved_at: Date;
}

export interface FormFilesTable {
  school_id: number;
  form_id: number;
  user_id: number;
  upload_id: number;
}

export interface FormParticipationsTable {
  school_id: number;
  form_id: number;
  user_id: number;
  client_digest: string | null;
}

export interface FormPoolsTable {
  school_id: number;
  form_id: number;
  answers: Generated<unknown>;
  waiting: Generated<unknown>;
}

export interface FormResponsesTable {
  school_id: number;
  id: Generated<number>;
  form_id: number;
  revision: number;
  user_id: number;
  answers: unknown;
  responded_at: Date;
  client_id: string | null;
}

export interface FormsTable {
  school_id: number;
  id: Generated<number>;
  owner_kind: string;
  owner_id: number;
  is_anonymous: Generated<boolean>;
  state: Generated<string>;
  opens_at: Date | null;
  closes_at: Date | null;
  answer_limit: number | null;
  version: Generated<number>;
  revision: Generated<number>;
  answers: Generated<number>;
}

export interface FunctionFilesTable {
  name: string;
  checksum: string;
}

export interface HubMembersTable {
  school_id: number;
  hub_id: number;
  user_id: number;
  added_at: Date;
}

export interface HubsTable {
  school_id: number;
  id: Generated<number>;
  name: string;
  description: Generated<string>;
  symbol: string | null;
  is_for_everyone: Generated<boolean>;
  account_types: Generated<string[]>;
  majors: Generated<string[]>;
  position: number;
  archived_at: Date | null;
  created_at: Date;
  client_id: string | null;
}

export interface ImportAdditionsTable {
  school_id: number;
  import_id: number;
  table_name: string;
  id: Generated<number>;
  keys: string[];
}

export interface ImportJournalTable {
  school_id: number;
  import_id: number;
  table_name: string;
  key: string;
  before: unknown | null;
  after: unknown | null;
  holds_pictures: GeneratedAlways<boolean>;
}

export interface ImportRunsTable {
  school_id: number;
  id: Generated<number>;
  kind: string;
  state: string;
  actor_id: number | null;
  source: string;
  import_id: number | null;
  progress: unknown | null;
  report: unknown | null;
  reason: string | null;
  disable_up_to: number | null;
  started_at: Date;
  stage_at: Date;
  heartbeat_at: Date;
  ended_at: Date | null;
  only_finances: Generated<boolean>;
  invites: Generated<boolean>;
  files: Generated<unknown>;
}

export interface ImportsTable {
  school_id: number;
  id: Generated<number>;
  at: Date;
  source: string;
  format: string;
  counts: Generated<unknown>;
  undone_at: Date | null;
  actor_id: number | null;
}

export interface InstallationTable {
  name: string;
  value: string;
}

export interface InvitationsTable {
  school_id: number;
  user_id: number;
  requested_at: Date;
  origin: string;
  is_waiting: Generated<boolean>;
  due_at: Date;
  claimed_at: Date | null;
  attempts: Generated<number>;
  sent_at: Date | null;
  expires_at: Date | null;
  failed_at: Date | null;
}

export interface JobApplicationFilesTable {
  school_id: number;
  application_id: number;
  upload_id: number;
  position: number;
}

export interface JobApplicationsTable {
  school_id: number;
  id: Generated<number>;
  job_id: number;
  user_id: number;
  note: Generated<string>;
  state: Generated<string>;
  message: Generated<string>;
  sent_at: Date;
  decided_at: Date | null;
  decided_by: number | null;
}

export interface JobSearchesTable {
  school_id: number;
  id: Generated<number>;
  user_id: number;
  search: Generated<string>;
  kind: string | null;
  club_id: number | null;
  is_paid: Generated<boolean>;
  alerts: string;
  alerted_at: Date;
  client_id: string;
  created_at: Date;
  words: GeneratedAlways<string[]>;
}

export interface JobsTable {
  school_id: number;
  id: Generated<number>;
  club_id: number | null;
  employer: Generated<string>;
  title: string;
  kind: string;
  description: string;
  requirements: Generated<string>;
  location: Generated<string>;
  hours: Generated<string>;
  starts_on: Date | null;
  ends_on: Date | null;
  pay_min: number | null;
  pay_max: number | null;
  pay_currency: string | null;
  pay_per: string | null;
  url: string | null;
  asks_files: Generated<boolean>;
  state: Generated<string>;
  closes_at: Date;
  closed_at: Date | null;
  opened_at: Date | null;
  checked_at: Date | null;
  created_by: number | null;
  client_id: string;
  created_at: Date;
  listed_at: Date;
  version: Generated<number>;
  words: GeneratedAlways<string[]>;
  approved: unknown | null;
  employer_id: number | null;
  hidden_at: Date | null;
}

export interface KeyPoliciesTable {
  school_id: number;
  allows_personal: boolean;
}

export interface LeasesTable {
  name: string;
  holder: string;
  expires_at: Date;
}

export interface LedgerEntriesTable {
  school_id: number;
  id: Generated<number>;
  on_date: Date;
  title: string;
  category: Generated<string>;
  kind: string;
  source_kind: string | null;
  source_id: string | null;
  source_part: Generated<string>;
  reverses_id: number | null;
  reason: Generated<string>;
  created_by: number | null;
  created_at: Generated<Date>;
}

export interface LedgerPostingsTable {
  school_id: number;
  id: Generated<number>;
  entry_id: number;
  account_id: number;
  currency: string;
  amount: number;
  number: number;
  balance: number;
}

export interface LinkPreviewsTable {
  school_id: number;
  id: Generated<number>;
  url: string;
  fetched_at: Date;
  title: Generated<string>;
  description: Generated<string>;
  site: Generated<string>;
  picture: string | null;
}

export interface LmsCopiesTable {
  school_id: number;
  user_id: number;
  resource: string;
  etags: Generated<string[]>;
  content: string;
  read_at: Date;
}

export interface LmsDueTable {
  school_id: number;
  user_id: number;
  course: string;
  item: string;
  kind: string;
  title: string;
  due_at: Date;
  is_done: boolean;
  updated_at: Date;
}

export interface LmsGrantsTable {
  school_id: number;
  user_id: number;
  generation: number;
  tokens: string | null;
  expires_at: Date | null;
  connected_at: Date;
  ended_at: Date | null;
  end_reason: string | null;
  read_at: Date | null;
  attempted_at: Date | null;
  problem: string | null;
  failures: Generated<number>;
  retry_at: Date | null;
  lease: string | null;
  leased_until: Date | null;
  queued_at: Date | null;
}

export interface LmsJoinsTable {
  school_id: number;
  user_id: number;
  course: string;
  section_id: number | null;
  is_manual: Generated<boolean>;
}

export interface LmsReturnsTable {
  school_id: number;
  ticket_hash: Buffer;
  user_id: number;
  session_id: string;
  generation: number;
  tokens: string;
  token_expires_at: Date | null;
  expires_at: Date;
}

export interface LmsSystemsTable {
  school_id: number;
  kind: Generated<string>;
  name: string;
  base_url: string;
  client_id: string;
  client_secret: string;
  is_on: Generated<boolean>;
  generation: Generated<number>;
  updated_at: Generated<Date>;
}

export interface LmsUsedStatesTable {
  school_id: number;
  state_hash: Buffer;
  expires_at: Date;
}

export interface LtiAnswersTable {
  school_id: number;
  code_hash: Buffer;
  content: string;
  expires_at: Date;
}

export interface LtiContextsTable {
  school_id: number;
  id: Generated<number>;
  platform_id: number;
  deployment: string;
  context: string;
  label: Generated<string>;
  title: Generated<string>;
  section_id: number | null;
  memberships_url: string | null;
  seen_at: Date;
  read_at: Date | null;
  attempted_at: Date | null;
  problem: string | null;
  failures: Generated<number>;
  listed: Generated<number>;
  unknown: Generated<number>;
  lease: string | null;
  leased_until: Date | null;
  queued_at: Date | null;
}

export interface LtiInvitationsTable {
  school_id: number;
  token_hash: Buffer;
  expires_at: Date;
}

export interface LtiKeysTable {
  school_id: number;
  id: Generated<number>;
  public_key: unknown;
  encrypted_key: string;
  created_at: Date;
  retired_at: Date | null;
}

export interface LtiLaunchesTable {
  school_id: number;
  ticket_hash: Buffer;
  platform_id: number;
  browser_hash: Buffer;
  proof_hash: Buffer | null;
  content: string;
  user_id: number | null;
  expires_at: Date;
}

export interface LtiLinksTable {
  school_id: number;
  platform_id: number;
  subject: string;
  user_id: number;
  is_own: boolean;
  created_at: Date;
  used_at: Date;
}

export interface LtiLoginsTable {
  school_id: number;
  state_hash: Buffer;
  platform_id: number;
  browser_hash: Buffer;
  proof_hash: Buffer | null;
  storage_frame: string | null;
  nonce: string;
  expires_at: Date;
  used_at: Date | null;
}

export interface LtiMembersTable {
  school_id: number;
  context_id: number;
  user_id: number;
  subject: string | null;
  is_listed: Generated<boolean>;
}

export interface LtiPlatformsTable {
  school_id: number;
  id: Generated<number>;
  name: string;
  issuer: string;
  client_id: string;
  authorization_url: string;
  token_url: string;
  token_audience: string | null;
  keys_url: string;
  deployments: Generated<string[]>;
  match_by: string | null;
  trusts_emails: Generated<boolean>;
  is_on: Generated<boolean>;
  is_dynamic: Generated<boolean>;
  refused_deployment: string | null;
  keys: unknown | null;
  keys_attempted_at: Date | null;
  created_at: Date;
  version: Generated<number>;
  keys_leased_until: Date | null;
  configuration_host: string | null;
}

export interface LtiTeachersTable {
  school_id: number;
  context_id: number;
  user_id: number;
}

export interface MenusTable {
  school_id: number;
  id: Generated<number>;
  hub_id: number | null;
  document: unknown | null;
  version: number;
  changed_at: Date;
}

export interface MessageFilesTable {
  school_id: number;
  conversation_id: number;
  seq: number;
  position: number;
  upload_id: number;
  is_picture: Generated<boolean>;
}

export interface MessageVersionsTable {
  school_id: number;
  conversation_id: number;
  seq: number;
  change: number;
  text: string;
  until: Date;
  actor_id: number;
}

export interface MessageWordsTable {
  school_id: number;
  conversation_id: number;
  word: string;
  seq: number;
}

export interface MessagesTable {
  school_id: number;
  conversation_id: number;
  seq: number;
  id: Generated<number>;
  change: number;
  author_id: number;
  client_id: string | null;
  text: Generated<string>;
  sent_at: Date;
  edited_at: Date | null;
  deleted: string | null;
  event: unknown | null;
  reply_to: number | null;
  forwarded: Generated<boolean>;
  mentions: Generated<number[]>;
  preview_id: number | null;
}

export interface MigrationsTable {
  name: string;
  checksum: string;
  ran_at: Generated<Date>;
}

export interface NameCheckpointsTable {
  school_id: number;
  start_name: string;
  start_id: number;
  audience: number;
  entry: Generated<number>;
  people: number;
}

export interface NewsletterClubOptOutsTable {
  school_id: number;
  user_id: number;
  club_id: number;
  at: Date;
}

export interface NewsletterCopiesTable {
  school_id: number;
  newsletter_id: number;
  user_id: number;
  sent_at: Date;
  read_at: Date | null;
  email_skip_reason: string | null;
  email_claimed_at: Date | null;
  emailed_at: Date | null;
  email_attempts: Generated<number>;
  email_due_at: Date | null;
}

export interface NewsletterEventOptOutsTable {
  school_id: number;
  user_id: number;
  event_id: number;
  at: Date;
}

export interface NewsletterOptOutsTable {
  school_id: number;
  user_id: number;
  at: Date;
}

export interface NewsletterPicturesTable {
  school_id: number;
  name: string;
  width: number;
  height: number;
  created_by: number;
  created_at: Date;
}

export interface NewslettersTable {
  school_id: number;
  id: Generated<number>;
  title: string;
  summary: string;
  blocks: unknown;
  audience: unknown;
  by_mail: boolean;
  state: Generated<string>;
  version: Generated<number>;
  created_by: number;
  created_at: Date;
  changed_at: Date;
  send_at: Date | null;
  origin: string | null;
  sent_at: Date | null;
  recipients: Generated<number>;
  read: Generated<number>;
  mailed: Generated<number>;
  scheduled_by: number | null;
  club_id: number | null;
  bounced: Generated<number>;
  returned: string | null;
  event_id: number | null;
  client_id: string | null;
}

export interface NotificationCountersTable {
  school_id: number;
  user_id: number;
  change: Generated<number>;
  pruned_change: Generated<number>;
  total: Generated<number>;
  unread: Generated<number>;
  origin: string | null;
}

export interface NotificationDefaultsTable {
  school_id: number;
  key: string;
  platform: string;
  is_on: boolean;
  is_locked: boolean;
}

export interface NotificationDeliveriesTable {
  school_id: number;
  notification_id: number;
  platform: string;
  user_id: number;
  rule: string;
  state: string;
  reason: string | null;
  due_at: Date | null;
  claimed_until: Date | null;
  attempts: Generated<number>;
  digest_id: number | null;
  at: Date;
}

export interface NotificationDevicesTable {
  school_id: number;
  id: Generated<number>;
  user_id: number;
  session_id: string;
  endpoint: string;
  endpoint_hash: Buffer;
  p256dh: string;
  auth: string;
  name: string;
  added_at: Date;
  last_sent_at: Date | null;
}

export interface NotificationDigestsTable {
  school_id: number;
  id: Generated<number>;
  user_id: number;
  frequency: string;
  items: number;
  state: string;
  attempts: Generated<number>;
  created_at: Date;
  due_at: Date | null;
  sent_at: Date | null;
}

export interface NotificationPreferencesTable {
  school_id: number;
  user_id: number;
  key: string;
  group_id: Generated<number>;
  platform: string;
  is_on: boolean;
}

export interface NotificationSettingsTable {
  school_id: number;
  user_id: number;
  time_zone: string | null;
  quiet_from: number | null;
  quiet_until: number | null;
  email_frequency: Generated<string>;
  hides_text: Generated<boolean>;
}

export interface NotificationSourcesTable {
  school_id: number;
  event_id: number;
  user_id: number;
  at: Date;
}

export interface NotificationsTable {
  school_id: number;
  id: Generated<number>;
  user_id: number;
  key: string;
  group_id: Generated<number>;
  kind: string;
  collapse_key: string;
  is_open: Generated<boolean>;
  dismissed_at: Date | null;
  actors: number[];
  conversation_id: number | null;
  is_listed: boolean;
  created_at: Date;
  changed_at: Date;
  read_at: Date | null;
  deleted_at: Date | null;
  change: number;
  about_title: string | null;
  about_path: string | null;
  target_kind: string | null;
  target_id: number | null;
  about_note: Generated<string>;
}

export interface NotifiedMessagesTable {
  school_id: number;
  event_id: Generated<number>;
}

export interface OrderEventsTable {
  school_id: number;
  id: Generated<number>;
  order_id: number;
  number: number;
  kind: string;
  at: Date;
  actor_id: number | null;
}

export interface OrderLinesTable {
  school_id: number;
  id: Generated<number>;
  order_id: number;
  position: number;
  kind: string;
  item_id: number | null;
  detail: Generated<unknown>;
  title: string;
  quantity: number;
  unit_price: number;
  discount: Generated<number>;
  tax: Generated<number>;
  total: number;
  needs_handover: Generated<boolean>;
  restocked: Generated<number>;
  account_id: number | null;
}

export interface OrdersTable {
  school_id: number;
  id: Generated<number>;
  number: string;
  club_id: number | null;
  buyer_id: number | null;
  client_id: string;
  state: Generated<string>;
  currency: string;
  subtotal: number;
  discount: Generated<number>;
  tax: Generated<number>;
  total: number;
  discount_code_id: number | null;
  expires_at: Date;
  created_at: Date;
  paid_at: Date | null;
  ready_at: Date | null;
  ended_at: Date | null;
  disputed_at: Date | null;
  pick_up_code: string;
  version: Generated<number>;
  repeated_client_ids: Generated<string[]>;
  is_anonymous: Generated<boolean>;
}

export interface OutboxTable {
  school_id: number;
  id: Generated<number>;
  kind: string;
  actor_id: number | null;
  payload: unknown;
  created_at: Generated<Date>;
  delivered_at: Date | null;
  due_at: Date | null;
  origin: string | null;
}

export interface PaperBallotsTable {
  school_id: number;
  election_id: number;
  entered_by: number;
  number: number;
  ballot: Buffer;
}

export interface ParticipantsTable {
  school_id: number;
  conversation_id: number;
  user_id: number;
  role: string;
  first_seq: Generated<number>;
  left_seq: number | null;
  read_seq: Generated<number>;
  delivered_seq: Generated<number>;
  change: number;
  is_shown: boolean;
  muted_until: Date | null;
  is_pinned: Generated<boolean>;
  is_archived: Generated<boolean>;
  request_state: string | null;
  draft: Generated<string>;
  joined_at: Date;
  archived_seq: number | null;
  left_name: string | null;
  left_count: number | null;
  left_at: Date | null;
  has_opened: Generated<boolean>;
}

export interface PasskeysTable {
  school_id: number;
  id: Generated<number>;
  user_id: number;
  credential_id: Buffer;
  host: string;
  public_key: Buffer;
  counter: number;
  transports: string[];
  is_synced: boolean;
  name: string;
  created_at: Date;
  last_used_at: Date | null;
}

export interface PasswordResetsTable {
  school_id: number;
  token_hash: Buffer;
  user_id: number;
  expires_at: Date;
  used_at: Date | null;
  purpose: Generated<string>;
}

export interface PaymentProvidersTable {
  school_id: number;
  id: Generated<number>;
  provider: string;
  club_id: number | null;
  is_on: Generated<boolean>;
  secret_key: string | null;
  key_hint: string | null;
  webhook_secret: string | null;
  account: string | null;
  address: string | null;
  fee_basis_points: Generated<number>;
  fee_fixed: Generated<number>;
  hold_hours: number | null;
  updated_at: Date;
}

export interface PaymentSettingsTable {
  school_id: number;
  version: Generated<number>;
}

export interface PaymentsTable {
  school_id: number;
  id: Generated<number>;
  order_id: number;
  provider: string;
  provider_id: number | null;
  state: Generated<string>;
  amount: number;
  currency: string;
  received: number | null;
  external_id: string | null;
  external_payment: string | null;
  url: string | null;
  return_url: string | null;
  session_ends_at: Date | null;
  is_processing: Generated<boolean>;
  is_unapplied: Generated<boolean>;
  method: string | null;
  fee: Generated<number>;
  recorded_by: number | null;
  client_id: string;
  created_at: Date;
  settled_at: Date | null;
  checked_at: Date | null;
}

export interface PersonalEventsTable {
  school_id: number;
  id: Generated<number>;
  user_id: number;
  client_id: string | null;
  title: string;
  location: string | null;
  note: string | null;
  color: number | null;
  alarm: number | null;
  series: unknown;
  first_at: Date;
  last_at: Date;
  revision: Generated<number>;
  created_at: Date;
  updated_at: Date;
  is_free: Generated<boolean>;
  uid: string | null;
  file_name: string | null;
  ics: string | null;
  dates: unknown | null;
  is_tentative: Generated<boolean>;
  is_canceled: Generated<boolean>;
}

export interface PicturesTable {
  school_id: number;
  user_id: number;
  kind: string;
  name: string;
  original: string | null;
  width: Generated<number>;
  height: Generated<number>;
  crop_x: Generated<number>;
  crop_y: Generated<number>;
  crop_zoom: Generated<number>;
  created_at: Date;
  removed_at: Date | null;
  bytes: Generated<number>;
}

export interface PollOptionsTable {
  school_id: number;
  post_id: number;
  id: Generated<number>;
  position: number;
  text: string;
}

export interface PollVotesTable {
  school_id: number;
  post_id: number;
  option_id: number;
  user_id: number;
  voted_at: Date;
}

export interface PollsTable {
  school_id: number;
  post_id: number;
  is_multiple: boolean;
  closes_at: Date | null;
}

export interface PostDraftFilesTable {
  school_id: number;
  user_id: number;
  feed_id: number;
  kind: string;
  upload_id: number;
  position: number;
}

export interface PostDraftsTable {
  school_id: number;
  user_id: number;
  feed_id: number;
  kind: string;
  title: string;
  text: string;
  saved_at: Date;
  mentions: Generated<number[]>;
  settings: Generated<unknown>;
}

export interface PostEditsTable {
  school_id: number;
  id: Generated<number>;
  post_id: number;
  comment_id: number | null;
  text: string;
  replaced_at: Date;
  files: string[] | null;
  title: string | null;
}

export interface PostFilesTable {
  school_id: number;
  post_id: number;
  upload_id: number;
  position: number;
}

export interface PostLikesTable {
  school_id: number;
  post_id: number;
  user_id: number;
  liked_at: Date;
}

export interface PostVisitsTable {
  school_id: number;
  user_id: number;
  feed_id: number;
  part: string;
  visited_at: Date;
}

export interface PostsTable {
  school_id: number;
  id: Generated<number>;
  author_id: number | null;
  client_id: string;
  text: string;
  published_at: Date;
  edited_at: Date | null;
  pinned_at: Date | null;
  deleted_at: Date | null;
  version: Generated<number>;
  likes: Generated<number>;
  comments: Generated<number>;
  club_id: number | null;
  feed_id: GeneratedAlways<number>;
  kind: Generated<string>;
  title: Generated<string>;
  is_as_club: Generated<boolean>;
  aimed_at: string[] | null;
  mentions: Generated<number[]>;
  hidden_at: Date | null;
  closed_at: Date | null;
  solved_at: Date | null;
  active_at: Date;
  preview_id: number | null;
  hub_id: number | null;
  is_scheduled: Generated<boolean>;
  scheduled_by: number | null;
  publish_failure: string | null;
  is_held: Generated<boolean>;
  is_announced: Generated<boolean>;
  cover_id: number | null;
  event_id: number | null;
}

export interface ProductDownloadsTable {
  school_id: number;
  line_id: number;
  upload_id: number;
  count: number;
}

export interface ProductFilesTable {
  school_id: number;
  product_id: number;
  upload_id: number;
  position: number;
}

export interface ProductSalesTable {
  school_id: number;
  line_id: number;
  variant_id: number;
  user_id: number | null;
  quantity: number;
  returned: Generated<number>;
  state: string;
}

export interface ProductVariantsTable {
  school_id: number;
  id: Generated<number>;
  product_id: number;
  position: number;
  name: Generated<string>;
  price: number | null;
  stock: number | null;
  held: Generated<number>;
  archived_at: Date | null;
}

export interface ProductsTable {
  school_id: number;
  id: Generated<number>;
  club_id: number;
  name: string;
  description: Generated<string>;
  currency: string;
  price: number;
  member_price: number | null;
  tax_basis_points: Generated<number>;
  per_person: number | null;
  pick_up: Generated<string>;
  picture_id: number | null;
  is_published: Generated<boolean>;
  archived_at: Date | null;
  created_by: number | null;
  client_id: string;
  created_at: Date;
  version: Generated<number>;
}

export interface ProviderEventsTable {
  school_id: number;
  provider: string;
  event_id: string;
  kind: string;
  object_id: string | null;
  received_at: Date;
  handled_at: Date | null;
}

export interface PublicProfilesTable {
  school_id: number;
  user_id: number;
  is_public: boolean;
  fields: string[];
  changed_at: Date;
}

export interface RateLimitsTable {
  school_id: number;
  subject: string;
  window_ends_at: Date;
  used: number;
}

export interface ReactionsTable {
  school_id: number;
  conversation_id: number;
  seq: number;
  user_id: number;
  emoji: string;
  at: Date;
}

export interface RecordAwardsTable {
  school_id: number;
  id: Generated<number>;
  badge_id: number;
  user_id: number;
  awarded_at: Date;
  is_manual: Generated<boolean>;
  awarded_by: number | null;
  revoked_at: Date | null;
  is_revoked_manually: Generated<boolean>;
  revoke_reason: Generated<string>;
  public_reason: string | null;
}

export interface RecordBadgeStepsTable {
  school_id: number;
  badge_id: number;
  step_id: number;
}

export interface RecordBadgesTable {
  school_id: number;
  id: Generated<number>;
  name: string;
  description: Generated<string>;
  icon: string;
  color: number;
  basis: string;
  type_id: number | null;
  goal: number;
  position: number;
  version: Generated<number>;
  awarding_done: Generated<number>;
  awarding_total: number | null;
}

export interface RecordCompetenciesTable {
  school_id: number;
  id: Generated<number>;
  name: string;
}

export interface RecordDocumentsTable {
  school_id: number;
  id: Generated<number>;
  user_id: number;
  client_id: string;
  kind: string;
  code: string;
  award_id: number | null;
  is_outdated: Generated<boolean>;
  content: unknown;
  file: Buffer;
  sha256: Buffer;
  issued_at: Date;
  expires_at: Date | null;
  revoked_at: Date | null;
  is_revoked_by_school: Generated<boolean>;
  reason: Generated<string>;
  open_count: Generated<number>;
  last_opened_at: Date | null;
  public_reason: string | null;
  status_id: number | null;
}

export interface RecordEntriesTable {
  school_id: number;
  id: Generated<number>;
  user_id: number;
  client_id: string;
  type_id: number;
  title: string;
  organization: Generated<string>;
  club_id: number | null;
  starts_on: Date;
  ends_on: Date | null;
  minutes: Generated<number>;
  times: Generated<number>;
  summary: Generated<string>;
  reflection: Generated<string>;
  source: Generated<string>;
  source_key: string | null;
  state: string;
  verified_by: Generated<string>;
  verifier_id: number | null;
  verified_at: Date | null;
  reason: Generated<string>;
  created_at: Date;
  updated_at: Date;
  version: Generated<number>;
}

export interface RecordEntryCompetenciesTable {
  school_id: number;
  entry_id: number;
  competency_id: number;
}

export interface RecordEntryFilesTable {
  school_id: number;
  entry_id: number;
  upload_id: number;
}

export interface RecordKeysTable {
  school_id: number;
  id: Generated<number>;
  public_key: string;
  encrypted_key: string;
  created_at: Date;
  retired_at: Date | null;
}

export interface RecordLayoutsTable {
  school_id: number;
  signatory: Generated<string>;
  texts: unknown;
  shown: string[];
  signature_id: number | null;
  version: Generated<number>;
}

export interface RecordTypesTable {
  school_id: number;
  id: Generated<number>;
  name: string;
  description: Generated<string>;
  position: number;
  source: string | null;
  version: Generated<number>;
}

export interface RecordVerifiersTable {
  school_id: number;
  type_id: number;
  user_id: number;
}

export interface RecoveryCodesTable {
  school_id: number;
  user_id: number;
  code_hash: Buffer;
  created_at: Date;
  used_at: Date | null;
}

export interface RefundRequestsTable {
  school_id: number;
  id: Generated<number>;
  order_id: number;
  state: Generated<string>;
  reason: string;
  lines: Generated<unknown>;
  answer: Generated<string>;
  decided_by: number | null;
  client_id: string;
  created_at: Date;
  decided_at: Date | null;
}

export interface RefundsTable {
  school_id: number;
  id: Generated<number>;
  payment_id: number;
  amount: number;
  tax: Generated<number>;
  reason: string;
  state: Generated<string>;
  external_id: string | null;
  is_automatic: Generated<boolean>;
  is_dispute: Generated<boolean>;
  created_by: number | null;
  client_id: string;
  created_at: Date;
  settled_at: Date | null;
  checked_at: Date | null;
}

export interface ReportFilesTable {
  school_id: number;
  report_id: number;
  upload_id: number;
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
  reporter_id: number | null;
  user_id: number | null;
  reason: string;
  note: Generated<string>;
  state: Generated<string>;
  created_at: Date;
  changed_at: Date;
  evidence: unknown | null;
  target_kind: string;
  target_id: string;
  title: Generated<string>;
  client_id: string | null;
}

export interface RoleGrantsTable {
  school_id: number;
  role_id: number;
  user_id: number;
  scope_id: Generated<number>;
  granted_at: Date;
  granted_by: number | null;
  ends_at: Date | null;
}

export interface RolesTable {
  school_id: number;
  id: Generated<number>;
  scope: string;
  name: string;
  permissions: string[];
  position: Generated<number>;
  created_at: Date;
  created_by: number | null;
  client_id: string | null;
}

export interface RoomReservationsTable {
  school_id: number;
  id: Generated<number>;
  room_id: number;
  holder_kind: string;
  holder_id: number;
  during: string;
}

export interface RoomsTable {
  school_id: number;
  id: Generated<number>;
  name: string;
  building: Generated<string>;
  capacity: number | null;
  note: Generated<string>;
  is_active: Generated<boolean>;
  version: Generated<number>;
  client_id: string;
}

export interface RosterAcademicSessionsTable {
  school_id: number;
  sourced_id: string;
  is_ended: Generated<boolean>;
  modified_at: Date | null;
  title: string | null;
  type: string | null;
  start_date: Date | null;
  end_date: Date | null;
  parent_sourced_id: string | null;
  school_year: number | null;
}

export interface RosterCategoriesTable {
  school_id: number;
  sourced_id: string;
  is_ended: Generated<boolean>;
  modified_at: Date | null;
  title: string | null;
  weight: number | null;
}

export interface RosterClassesTable {
  school_id: number;
  sourced_id: string;
  is_ended: Generated<boolean>;
  modified_at: Date | null;
  title: string | null;
  grades: string[] | null;
  course_sourced_id: string | null;
  class_code: string | null;
  class_type: string | null;
  location: string | null;
  school_sourced_id: string | null;
  term_sourced_ids: string[] | null;
  subjects: string[] | null;
  subject_codes: string[] | null;
  periods: string[] | null;
}

export interface RosterCoursesTable {
  school_id: number;
  sourced_id: string;
  is_ended: Generated<boolean>;
  modified_at: Date | null;
  school_year_sourced_id: string | null;
  title: string | null;
  course_code: string | null;
  grades: string[] | null;
  org_sourced_id: string | null;
  subjects: string[] | null;
  subject_codes: string[] | null;
}

export interface RosterDemographicsTable {
  school_id: number;
  sourced_id: string;
  is_ended: Generated<boolean>;
  modified_at: Date | null;
  birth_date: Date | null;
  sex: string | null;
  american_indian_or_alaska_native: boolean | null;
  asian: boolean | null;
  black_or_african_american: boolean | null;
  native_hawaiian_or_other_pacific_islander: boolean | null;
  white: boolean | null;
  two_or_more_races: boolean | null;
  hispanic_or_latino: boolean | null;
  country_of_birth: string | null;
  state_of_birth: string | null;
  city_of_birth: string | null;
  public_school_residence_status: string | null;
}

export interface RosterEnrollmentsTable {
  school_id: number;
  sourced_id: string;
  is_ended: Generated<boolean>;
  modified_at: Date | null;
  class_sourced_id: string | null;
  school_sourced_id: string | null;
  user_sourced_id: string | null;
  role: string | null;
  is_primary: boolean | null;
  begin_date: Date | null;
  end_date: Date | null;
}

export interface RosterLineItemsTable {
  school_id: number;
  sourced_id: string;
  is_ended: Generated<boolean>;
  modified_at: Date | null;
  title: string | null;
  description: string | null;
  assign_date: string | null;
  due_date: string | null;
  class_sourced_id: string | null;
  category_sourced_id: string | null;
  grading_period_sourced_id: string | null;
  academic_session_sourced_id: string | null;
  school_sourced_id: string | null;
  result_value_min: number | null;
  result_value_max: number | null;
}

export interface RosterOrgsTable {
  school_id: number;
  sourced_id: string;
  is_ended: Generated<boolean>;
  modified_at: Date | null;
  name: string | null;
  type: string | null;
  identifier: string | null;
  parent_sourced_id: string | null;
}

export interface RosterResultsTable {
  school_id: number;
  sourced_id: string;
  is_ended: Generated<boolean>;
  modified_at: Date | null;
  line_item_sourced_id: string | null;
  student_sourced_id: string | null;
  class_sourced_id: string | null;
  score_status: string | null;
  score: number | null;
  text_score: string | null;
  score_date: string | null;
  comment: string | null;
  is_in_progress: boolean | null;
  is_incomplete: boolean | null;
  is_late: boolean | null;
  is_missing: boolean | null;
}

export interface RosterRolesTable {
  school_id: number;
  sourced_id: string;
  is_ended: Generated<boolean>;
  modified_at: Date | null;
  user_sourced_id: string | null;
  role_type: string | null;
  role: string | null;
  begin_date: Date | null;
  end_date: Date | null;
  org_sourced_id: string | null;
  user_profile_sourced_id: string | null;
}

export interface RosterUsersTable {
  school_id: number;
  sourced_id: string;
  is_ended: Generated<boolean>;
  modified_at: Date | null;
  user_id: number | null;
  is_enabled: boolean | null;
  org_sourced_ids: string[] | null;
  role: string | null;
  is_advisor: Generated<boolean>;
  username: string | null;
  user_ids: string[] | null;
  given_name: string | null;
  family_name: string | null;
  middle_name: string | null;
  identifier: string | null;
  email: string | null;
  sms: string | null;
  phone: string | null;
  agent_sourced_ids: string[] | null;
  grades: string[] | null;
  user_master_identifier: string | null;
  resource_sourced_ids: string[] | null;
  preferred_given_name: string | null;
  preferred_middle_name: string | null;
  preferred_family_name: string | null;
  primary_org_sourced_id: string | null;
  pronouns: string | null;
  is_erased: Generated<boolean>;
}

export interface SavedJobsTable {
  school_id: number;
  job_id: number;
  user_id: number;
  saved_at: Date;
}

export interface SavedSearchesTable {
  school_id: number;
  id: Generated<number>;
  user_id: number;
  name: string;
  params: unknown;
  position: number;
  created_at: Date;
  changed_at: Date;
}

export interface ScheduleSettingsTable {
  school_id: number;
  user_id: number;
  filters: Generated<unknown>;
  shares_with: Generated<string>;
}

export interface SchoolHostsTable {
  host: string;
  school_id: number;
  is_default: Generated<boolean>;
}

export interface SchoolSetupsTable {
  school_id: number;
  skipped: Generated<string[]>;
  ended_at: Date | null;
}

export interface SchoolStatesTable {
  school: number;
  state: string;
  moved_to: string | null;
  changed_at: Generated<Date>;
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
  embed_origins: Generated<string[]>;
  layout: Generated<unknown>;
  share_mode: Generated<boolean>;
  share_indexed: Generated<boolean>;
  analytics: unknown | null;
  session_idle_minutes: number | null;
  session_hours: number | null;
  share_clubs: Generated<boolean>;
  share_events: Generated<boolean>;
  paper: string | null;
  profile_groups: Generated<boolean>;
  time_zone: string | null;
}

export interface ScimGroupMembersTable {
  school_id: number;
  group_id: number;
  user_id: number;
}

export interface ScimGroupsTable {
  school_id: number;
  id: Generated<number>;
  external_id: string | null;
  display_name: string;
  display_key: GeneratedAlways<string>;
  created_at: Date;
  updated_at: Date;
}

export interface ScimUsersTable {
  school_id: number;
  user_id: number;
  external_id: string | null;
  deleted_at: Date | null;
}

export interface SectionMeetingsTable {
  school_id: number;
  section_id: number;
  code: string;
  kind: Generated<string>;
  weekdays: Generated<number[]>;
  begins: string;
  minutes: number;
  first_on: Date | null;
  last_on: Date | null;
  every: Generated<number>;
  exceptions: Generated<Date[]>;
  room: string | null;
  updated_at: Generated<Date>;
}

export interface SectionMembersTable {
  school_id: number;
  section_id: number;
  user_id: number;
  role: Generated<string>;
  is_active: Generated<boolean>;
  is_from_lti: Generated<boolean>;
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
  method: Generated<string>;
  confirmed_at: Date | null;
  handed_over_from: string | null;
}

export interface ShareLinksTable {
  school_id: number;
  id: Generated<number>;
  user_id: number;
  token_hash: Buffer;
  encrypted_token: string;
  created_at: Date;
  expires_at: Date | null;
  withdrawn_at: Date | null;
  open_count: Generated<number>;
  last_opened_at: Date | null;
}

export interface SignInStepsTable {
  school_id: number;
  challenge_hash: Buffer;
  user_id: number;
  browser_hash: Buffer;
  in_frame: boolean;
  is_setup: boolean;
  pending_secret: string | null;
  tries: Generated<number>;
  expires_at: Date;
}

export interface SsoAssertionsTable {
  school_id: number;
  provider_id: number;
  assertion_id: string;
  expires_at: Date;
}

export interface SsoFallbacksTable {
  school_id: number;
  user_id: number;
}

export interface SsoLinksTable {
  school_id: number;
  provider_id: number;
  subject: string;
  user_id: number;
  created_at: Date;
  used_at: Date;
}

export interface SsoProvidersTable {
  school_id: number;
  id: Generated<number>;
  kind: string;
  name: string;
  is_on: Generated<boolean>;
  issuer: string;
  metadata_url: string | null;
  metadata: unknown;
  client_id: string | null;
  client_secret: string | null;
  identifier_claim: string;
  match_by: string;
  first_name_claim: string;
  last_name_claim: string;
  email_claim: string;
  makes_people: Generated<boolean>;
  allows_unasked: Generated<boolean>;
  test: unknown | null;
  tested_at: Date | null;
  read_at: Date;
  requested_at: Date;
  read_error: string | null;
  created_at: Date;
}

export interface SsoRequestsTable {
  school_id: number;
  state_hash: Buffer;
  provider_id: number;
  browser_hash: Buffer;
  request_id: string;
  nonce: string;
  verifier: string;
  return_to: string;
  tested_by: number | null;
  expires_at: Date;
}

export interface SsoRequiredTable {
  school_id: number;
  since: Date;
}

export interface StockNoticesTable {
  school_id: number;
  variant_id: number;
  user_id: number;
  created_at: Date;
}

export interface StorageChangesTable {
  school_id: number;
  id: Generated<number>;
  is_picture: boolean;
  bytes: number;
}

export interface StorageLimitsTable {
  school_id: number;
  user_bytes: number;
  school_bytes: number | null;
}

export interface StoragePersonLimitsTable {
  school_id: number;
  user_id: number;
  bytes: number;
}

export interface StorageTotalsTable {
  school_id: number;
  upload_bytes: Generated<number>;
  picture_bytes: Generated<number>;
}

export interface SuggestionDismissalsTable {
  school_id: number;
  user_id: number;
  dismissed_id: number;
  created_at: Generated<Date>;
}

export interface SurveyAudienceTable {
  school_id: number;
  survey_id: number;
  user_id: number;
}

export interface SurveysTable {
  school_id: number;
  id: Generated<number>;
  club_id: number;
  title: string;
  description: Generated<string>;
  audience: Generated<string>;
  tags: Generated<string[]>;
  created_by: number | null;
  client_id: string;
  created_at: Date;
  published_at: Date | null;
  reminded_at: Date | null;
  announced_at: Date | null;
  service_type_id: number | null;
  service_question: string | null;
  is_audience_fixed: Generated<boolean>;
}

export interface SuspensionsTable {
  school_id: number;
  user_id: number;
  reason: string;
  suspended_by: number | null;
  suspended_at: Date;
}

export interface TermsTable {
  school_id: number;
  id: Generated<number>;
  code: string;
  name: string;
  starts_on: Date;
  ends_on: Date;
  time_zone: string;
  holidays: Generated<Date[]>;
  updated_at: Generated<Date>;
}

export interface TopicReadsTable {
  school_id: number;
  user_id: number;
  post_id: number;
  read_at: Date;
}

export interface TwoStepTable {
  school_id: number;
  user_id: number;
  enabled_at: Date | null;
  app_secret: string | null;
  app_added_at: Date | null;
  app_last_step: number | null;
  pending_secret: string | null;
  pending_until: Date | null;
}

export interface TwoStepRolesTable {
  school_id: number;
  role_id: number;
  since: Date;
}

export interface TwoStepRulesTable {
  school_id: number;
  grace_days: number;
  admins_since: Date | null;
  everyone_since: Date | null;
}

export interface UploadPiecesTable {
  school_id: number;
  upload_id: number;
  position: number;
  name: string;
}

export interface UploadsTable {
  school_id: number;
  id: Generated<number>;
  owner_id: number;
  client_id: string;
  name: string;
  size: number;
  received: Generated<number>;
  type: string | null;
  width: number | null;
  height: number | null;
  thumbnail: string | null;
  created_at: Date;
  counts_for: Generated<string>;
}

export interface UsedChallengesTable {
  school_id: number;
  challenge_hash: Buffer;
  expires_at: Date;
}

export interface UserActivityTable {
  school_id: number;
  user_id: number;
  last_seen_at: Generated<Date>;
  signed_in_at: Date | null;
}

export interface UserFacetsTable {
  school_id: number;
  facet: string;
  user_id: number;
  audience: Generated<number>;
  sort_name: string;
}

export interface UserWordsTable {
  school_id: number;
  word: string;
  user_id: number;
  audience: Generated<number>;
  sort_name: string;
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
  is_advisor: Generated<boolean>;
  listed_year: GeneratedAlways<number | null>;
  email_key: GeneratedAlways<string | null>;
  is_suggested: Generated<boolean>;
  username_key: GeneratedAlways<string | null>;
  is_counted: boolean | null;
  is_deactivated: Generated<boolean>;
}

export interface WebhookAttemptsTable {
  school_id: number;
  delivery_id: number;
  number: number;
  at: Date;
  took_ms: number;
  status: number | null;
  problem: string | null;
  answer: Generated<string>;
}

export interface WebhookDeliveriesTable {
  school_id: number;
  id: Generated<number>;
  webhook_id: number;
  message: string;
  kind: string;
  body: string;
  event_id: number | null;
  state: Generated<string>;
  attempts: Generated<number>;
  next_at: Date | null;
  claimed_until: Date | null;
  created_at: Date;
  is_queued: Generated<boolean>;
  is_manual: Generated<boolean>;
}

export interface WebhooksTable {
  school_id: number;
  id: Generated<number>;
  url: string;
  events: string[];
  is_on: Generated<boolean>;
  off_reason: string | null;
  failing_since: Date | null;
  secret: string;
  former_secret: string | null;
  former_until: Date | null;
  created_at: Date;
  created_by: number | null;
}

export interface WordBlocksTable {
  school_id: number;
  conversation_id: number;
  first_seq: number;
  last_seq: number;
  words: string;
}

export interface WordDeletionsTable {
  school_id: number;
  deletion: string;
  word: string;
}

export interface WordListsTable {
  school_id: number;
  version: Generated<number>;
  words: unknown;
}

export interface Database {
  active_weeks: ActiveWeeksTable;
  activity_log: ActivityLogTable;
  announcement_dismissals: AnnouncementDismissalsTable;
  announcements: AnnouncementsTable;
  api_keys: ApiKeysTable;
  approval_assignees: ApprovalAssigneesTable;
  approval_events: ApprovalEventsTable;
  approval_processes: ApprovalProcessesTable;
  approval_stages: ApprovalStagesTable;
  approval_step_people: ApprovalStepPeopleTable;
  approval_steps: ApprovalStepsTable;
  approval_submissions: ApprovalSubmissionsTable;
  blocked_pairs: BlockedPairsTable;
  blocks: BlocksTable;
  booking_holds: BookingHoldsTable;
  booking_offers: BookingOffersTable;
  booking_offices: BookingOfficesTable;
  booking_slots: BookingSlotsTable;
  booking_types: BookingTypesTable;
  booking_waits: BookingWaitsTable;
  bookings: BookingsTable;
  budget_expense_files: BudgetExpenseFilesTable;
  budget_expenses: BudgetExpensesTable;
  budget_line_files: BudgetLineFilesTable;
  budget_periods: BudgetPeriodsTable;
  budget_request_lines: BudgetRequestLinesTable;
  budget_requests: BudgetRequestsTable;
  budget_scores: BudgetScoresTable;
  calendar_feeds: CalendarFeedsTable;
  calendar_passwords: CalendarPasswordsTable;
  calendar_preferences: CalendarPreferencesTable;
  calendar_subscription_events: CalendarSubscriptionEventsTable;
  calendar_subscriptions: CalendarSubscriptionsTable;
  calendar_sync_states: CalendarSyncStatesTable;
  chat_policies: ChatPoliciesTable;
  chat_preferences: ChatPreferencesTable;
  client_results: ClientResultsTable;
  club_account_balances: ClubAccountBalancesTable;
  club_account_months: ClubAccountMonthsTable;
  club_accounts: ClubAccountsTable;
  club_application_files: ClubApplicationFilesTable;
  club_application_officers: ClubApplicationOfficersTable;
  club_application_removals: ClubApplicationRemovalsTable;
  club_applications: ClubApplicationsTable;
  club_departures: ClubDeparturesTable;
  club_dismissals: ClubDismissalsTable;
  club_file_settings: ClubFileSettingsTable;
  club_file_versions: ClubFileVersionsTable;
  club_files: ClubFilesTable;
  club_folders: ClubFoldersTable;
  club_label_links: ClubLabelLinksTable;
  club_labels: ClubLabelsTable;
  club_links: ClubLinksTable;
  club_members: ClubMembersTable;
  club_notes: ClubNotesTable;
  club_past_members: ClubPastMembersTable;
  club_point_balances: ClubPointBalancesTable;
  club_point_settings: ClubPointSettingsTable;
  club_point_transactions: ClubPointTransactionsTable;
  club_registration_settings: ClubRegistrationSettingsTable;
  club_renewal_windows: ClubRenewalWindowsTable;
  club_required_positions: ClubRequiredPositionsTable;
  club_roster_rows: ClubRosterRowsTable;
  club_rosters: ClubRostersTable;
  clubs: ClubsTable;
  comment_likes: CommentLikesTable;
  comments: CommentsTable;
  connected: ConnectedTable;
  connections: ConnectionsTable;
  conversations: ConversationsTable;
  course_announcements: CourseAnnouncementsTable;
  course_assignments: CourseAssignmentsTable;
  course_categories: CourseCategoriesTable;
  course_chats: CourseChatsTable;
  course_feeds: CourseFeedsTable;
  course_links: CourseLinksTable;
  course_preferences: CoursePreferencesTable;
  course_reminders: CourseRemindersTable;
  course_results: CourseResultsTable;
  course_sections: CourseSectionsTable;
  course_visits: CourseVisitsTable;
  courses: CoursesTable;
  credentials: CredentialsTable;
  current_grants: CurrentGrantsTable;
  current_hubs: CurrentHubsTable;
  discount_codes: DiscountCodesTable;
  donation_settings: DonationSettingsTable;
  dues_members: DuesMembersTable;
  dues_payments: DuesPaymentsTable;
  dues_plans: DuesPlansTable;
  duplicate_usernames: DuplicateUsernamesTable;
  election_ballots: ElectionBallotsTable;
  election_candidates: ElectionCandidatesTable;
  election_contests: ElectionContestsTable;
  election_voters: ElectionVotersTable;
  elections: ElectionsTable;
  embed_codes: EmbedCodesTable;
  employer_contacts: EmployerContactsTable;
  employer_links: EmployerLinksTable;
  employer_sessions: EmployerSessionsTable;
  employers: EmployersTable;
  encrypted_ballots: EncryptedBallotsTable;
  event_cohosts: EventCohostsTable;
  event_dates: EventDatesTable;
  event_dismissals: EventDismissalsTable;
  event_hosts: EventHostsTable;
  event_invitees: EventInviteesTable;
  event_keys: EventKeysTable;
  event_preferences: EventPreferencesTable;
  event_registrations: EventRegistrationsTable;
  event_reminders: EventRemindersTable;
  event_scans: EventScansTable;
  event_spots: EventSpotsTable;
  event_starts: EventStartsTable;
  event_tasks: EventTasksTable;
  event_ticket_types: EventTicketTypesTable;
  event_words: EventWordsTable;
  events: EventsTable;
  facet_counts: FacetCountsTable;
  finance_accounts: FinanceAccountsTable;
  finance_balances: FinanceBalancesTable;
  finance_holds: FinanceHoldsTable;
  finance_proxies: FinanceProxiesTable;
  finance_proxy_reads: FinanceProxyReadsTable;
  finance_proxy_sessions: FinanceProxySessionsTable;
  finance_settings: FinanceSettingsTable;
  finance_transactions: FinanceTransactionsTable;
  finance_visits: FinanceVisitsTable;
  first_runs: FirstRunsTable;
  form_definitions: FormDefinitionsTable;
  form_drafts: FormDraftsTable;
  form_files: FormFilesTable;
  form_participations: FormParticipationsTable;
  form_pools: FormPoolsTable;
  form_responses: FormResponsesTable;
  forms: FormsTable;
  function_files: FunctionFilesTable;
  hub_members: HubMembersTable;
  hubs: HubsTable;
  import_additions: ImportAdditionsTable;
  import_journal: ImportJournalTable;
  import_runs: ImportRunsTable;
  imports: ImportsTable;
  installation: InstallationTable;
  invitations: InvitationsTable;
  job_application_files: JobApplicationFilesTable;
  job_applications: JobApplicationsTable;
  job_searches: JobSearchesTable;
  jobs: JobsTable;
  key_policies: KeyPoliciesTable;
  leases: LeasesTable;
  ledger_entries: LedgerEntriesTable;
  ledger_postings: LedgerPostingsTable;
  link_previews: LinkPreviewsTable;
  lms_copies: LmsCopiesTable;
  lms_due: LmsDueTable;
  lms_grants: LmsGrantsTable;
  lms_joins: LmsJoinsTable;
  lms_returns: LmsReturnsTable;
  lms_systems: LmsSystemsTable;
  lms_used_states: LmsUsedStatesTable;
  lti_answers: LtiAnswersTable;
  lti_contexts: LtiContextsTable;
  lti_invitations: LtiInvitationsTable;
  lti_keys: LtiKeysTable;
  lti_launches: LtiLaunchesTable;
  lti_links: LtiLinksTable;
  lti_logins: LtiLoginsTable;
  lti_members: LtiMembersTable;
  lti_platforms: LtiPlatformsTable;
  lti_teachers: LtiTeachersTable;
  menus: MenusTable;
  message_files: MessageFilesTable;
  message_versions: MessageVersionsTable;
  message_words: MessageWordsTable;
  messages: MessagesTable;
  migrations: MigrationsTable;
  name_checkpoints: NameCheckpointsTable;
  newsletter_club_opt_outs: NewsletterClubOptOutsTable;
  newsletter_copies: NewsletterCopiesTable;
  newsletter_event_opt_outs: NewsletterEventOptOutsTable;
  newsletter_opt_outs: NewsletterOptOutsTable;
  newsletter_pictures: NewsletterPicturesTable;
  newsletters: NewslettersTable;
  notification_counters: NotificationCountersTable;
  notification_defaults: NotificationDefaultsTable;
  notification_deliveries: NotificationDeliveriesTable;
  notification_devices: NotificationDevicesTable;
  notification_digests: NotificationDigestsTable;
  notification_preferences: NotificationPreferencesTable;
  notification_settings: NotificationSettingsTable;
  notification_sources: NotificationSourcesTable;
  notifications: NotificationsTable;
  notified_messages: NotifiedMessagesTable;
  order_events: OrderEventsTable;
  order_lines: OrderLinesTable;
  orders: OrdersTable;
  outbox: OutboxTable;
  paper_ballots: PaperBallotsTable;
  participants: ParticipantsTable;
  passkeys: PasskeysTable;
  password_resets: PasswordResetsTable;
  payment_providers: PaymentProvidersTable;
  payment_settings: PaymentSettingsTable;
  payments: PaymentsTable;
  personal_events: PersonalEventsTable;
  pictures: PicturesTable;
  poll_options: PollOptionsTable;
  poll_votes: PollVotesTable;
  polls: PollsTable;
  post_draft_files: PostDraftFilesTable;
  post_drafts: PostDraftsTable;
  post_edits: PostEditsTable;
  post_files: PostFilesTable;
  post_likes: PostLikesTable;
  post_visits: PostVisitsTable;
  posts: PostsTable;
  product_downloads: ProductDownloadsTable;
  product_files: ProductFilesTable;
  product_sales: ProductSalesTable;
  product_variants: ProductVariantsTable;
  products: ProductsTable;
  provider_events: ProviderEventsTable;
  public_profiles: PublicProfilesTable;
  rate_limits: RateLimitsTable;
  reactions: ReactionsTable;
  record_awards: RecordAwardsTable;
  record_badge_steps: RecordBadgeStepsTable;
  record_badges: RecordBadgesTable;
  record_competencies: RecordCompetenciesTable;
  record_documents: RecordDocumentsTable;
  record_entries: RecordEntriesTable;
  record_entry_competencies: RecordEntryCompetenciesTable;
  record_entry_files: RecordEntryFilesTable;
  record_keys: RecordKeysTable;
  record_layouts: RecordLayoutsTable;
  record_types: RecordTypesTable;
  record_verifiers: RecordVerifiersTable;
  recovery_codes: RecoveryCodesTable;
  refund_requests: RefundRequestsTable;
  refunds: RefundsTable;
  report_files: ReportFilesTable;
  report_notes: ReportNotesTable;
  reports: ReportsTable;
  role_grants: RoleGrantsTable;
  roles: RolesTable;
  room_reservations: RoomReservationsTable;
  rooms: RoomsTable;
  roster_academic_sessions: RosterAcademicSessionsTable;
  roster_categories: RosterCategoriesTable;
  roster_classes: RosterClassesTable;
  roster_courses: RosterCoursesTable;
  roster_demographics: RosterDemographicsTable;
  roster_enrollments: RosterEnrollmentsTable;
  roster_line_items: RosterLineItemsTable;
  roster_orgs: RosterOrgsTable;
  roster_results: RosterResultsTable;
  roster_roles: RosterRolesTable;
  roster_users: RosterUsersTable;
  saved_jobs: SavedJobsTable;
  saved_searches: SavedSearchesTable;
  schedule_settings: ScheduleSettingsTable;
  school_hosts: SchoolHostsTable;
  school_setups: SchoolSetupsTable;
  school_states: SchoolStatesTable;
  schools: SchoolsTable;
  scim_group_members: ScimGroupMembersTable;
  scim_groups: ScimGroupsTable;
  scim_users: ScimUsersTable;
  section_meetings: SectionMeetingsTable;
  section_members: SectionMembersTable;
  sessions: SessionsTable;
  share_links: ShareLinksTable;
  sign_in_steps: SignInStepsTable;
  sso_assertions: SsoAssertionsTable;
  sso_fallbacks: SsoFallbacksTable;
  sso_links: SsoLinksTable;
  sso_providers: SsoProvidersTable;
  sso_requests: SsoRequestsTable;
  sso_required: SsoRequiredTable;
  stock_notices: StockNoticesTable;
  storage_changes: StorageChangesTable;
  storage_limits: StorageLimitsTable;
  storage_person_limits: StoragePersonLimitsTable;
  storage_totals: StorageTotalsTable;
  suggestion_dismissals: SuggestionDismissalsTable;
  survey_audience: SurveyAudienceTable;
  surveys: SurveysTable;
  suspensions: SuspensionsTable;
  terms: TermsTable;
  topic_reads: TopicReadsTable;
  two_step: TwoStepTable;
  two_step_roles: TwoStepRolesTable;
  two_step_rules: TwoStepRulesTable;
  upload_pieces: UploadPiecesTable;
  uploads: UploadsTable;
  used_challenges: UsedChallengesTable;
  user_activity: UserActivityTable;
  user_facets: UserFacetsTable;
  user_words: UserWordsTable;
  users: UsersTable;
  webhook_attempts: WebhookAttemptsTable;
  webhook_deliveries: WebhookDeliveriesTable;
  webhooks: WebhooksTable;
  word_blocks: WordBlocksTable;
  word_deletions: WordDeletionsTable;
  word_lists: WordListsTable;
}
