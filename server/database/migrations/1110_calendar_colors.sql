-- Two more calendar colors, so that personal events (6) and subscribed calendars (7) don't look like types of the school.
alter table personal_events drop constraint personal_events_color_check, add check (color between 0 and 7);
alter table calendar_subscriptions drop constraint calendar_subscriptions_color_check, add check (color between 0 and 7);
alter table calendar_preferences drop constraint calendar_preferences_own_color_check, add check (own_color between 0 and 7);
alter table calendar_preferences alter column own_color set default 6;
alter table calendar_preferences no force row level security;
-- Teal was the default, and is the color of the academic calendar.
update calendar_preferences set own_color = 6 where own_color = 2;
