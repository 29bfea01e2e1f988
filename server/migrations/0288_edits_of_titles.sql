-- The title of a topic or article as it was before an edit changed it; null: the edit did not change it.
alter table post_edits add column title text;
