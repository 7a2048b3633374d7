-- A link that the operator makes at the command line, so that a person can sign in.
ALTER TYPE "link_purpose" ADD VALUE 'operator_link';
