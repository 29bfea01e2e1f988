-- What the officers of a club read: who did what in it, and how its membership grew.

-- The club an entry is about, as a column: row level security lets an index serve no expression on the detail.
alter table audit_entries add column club_id bigint
  generated always as (case when detail ->> 'club' ~ '^[0-9]{1,18}$' then (detail ->> 'club')::bigint end) stored;
create index audit_entries_club on audit_entries (school_id, club_id, number) where club_id is not null;

-- Memberships that have ended, by day and without whose they were.
create table club_departures (
  school_id int not null,
  id bigint not null default new_id(),
  club_id bigint not null,
  since date not null,
  until date not null,
  primary key (school_id, id),
  foreign key (school_id, club_id) references clubs (school_id, id) on delete cascade
);
create index club_departures_club on club_departures (school_id, club_id, until);

-- Whoever goes on the day they came, as when a list of people is taken back at once, is not counted.
create function keep_club_departure() returns trigger language plpgsql as $$
begin
  insert into club_departures (school_id, club_id, since, until)
  select old.school_id, old.club_id, old.since::date, now()::date
  where old.since::date < now()::date
    -- A club that is removed for good takes its members with it.
    and exists (select from clubs c where c.school_id = old.school_id and c.id = old.club_id);
  return null;
end $$;
create trigger club_members_gone after delete on club_members for each row
  when (old.status = 'member') execute function keep_club_departure();
create trigger club_members_ended after update of status on club_members for each row
  when (old.status = 'member' and new.status <> 'member') execute function keep_club_departure();
