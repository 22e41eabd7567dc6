-- Rows hold the words of questions, which outlived the deletion of who typed them; digests take their place.
DELETE FROM question_routings;
