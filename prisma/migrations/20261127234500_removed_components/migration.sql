-- Says to admins which components of status pages went with a deleted snitch.
ALTER TYPE "email_kind" ADD VALUE 'page_components_removed';
