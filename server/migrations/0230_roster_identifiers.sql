-- People are found by the number that the rosters have of them: at the door of an event, by sign-on, by a host page.
create index roster_users_identifier on roster_users (school_id, identifier) where identifier is not null;
