-- Clubs show their store in a tab once it has products.
alter table clubs alter tabs set default '{feed,about,events,members,forum,news,surveys,files,store}';
alter table clubs no force row level security;
update clubs set tabs = tabs || '{store}' where not 'store' = any (tabs) and cardinality(tabs) < 20;
