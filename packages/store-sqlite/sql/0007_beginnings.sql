-- The index has every beginning of a word as a word, so that no list of all words is needed to look one up. It is made again
-- from the log.
DROP TABLE search_words;
DROP TABLE search_index;
DELETE FROM search_entries;
DELETE FROM search_place;

-- The words come folded and cut from the coordinator. The tokenizer only splits them at spaces.
CREATE VIRTUAL TABLE search_index USING fts5(
  words, content = '', columnsize = 0, detail = none, tokenize = "ascii tokenchars '='"
);
