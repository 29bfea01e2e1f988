-- Clubs show their events: a tab behind what the club is about, and the next one beside the tabs.
alter table clubs no force row level security;
alter table clubs alter column tabs set default '{feed,about,events,members,forum,news,surveys,files}';
alter table clubs alter column widgets set default '{next_event,officers,good_to_know,surveys,files}';
update clubs set
  tabs = case
    when 'events' = any(tabs) or cardinality(tabs) >= 20 then tabs
    when 'about' = any(tabs) then tabs[:array_position(tabs, 'about')] || '{events}'::text[] || tabs[array_position(tabs, 'about') + 1:]
    else tabs || '{events}'::text[] end,
  widgets = case when 'next_event' = any(widgets) then widgets else '{next_event}'::text[] || widgets end;
alter table clubs force row level security;
