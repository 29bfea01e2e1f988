-- Files of a post as they were before an edit changed them, by their names; null: the edit changed none.
alter table post_edits add column files text[];
