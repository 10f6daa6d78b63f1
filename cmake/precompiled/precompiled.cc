// The headers that waystone_precompiled names come before this line.
