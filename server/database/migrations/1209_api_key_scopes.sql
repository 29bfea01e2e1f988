-- Keys of a school read and write the data of one feature.
alter table api_keys drop constraint api_keys_scopes_check;
alter table api_keys add constraint api_keys_scopes_check check (cardinality(scopes) > 0
  and scopes <@ case when user_id is null then array['provisioning', 'embed', 'people.read', 'clubs.read', 'clubs.write', 'members.read', 'events.read',
    'events.write', 'attendees.read', 'courses.read', 'courses.write', 'finance.read', 'finance.write', 'record.read', 'announcements.write']
  else array['read', 'write'] end);
