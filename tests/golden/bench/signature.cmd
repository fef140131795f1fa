# what every machine and preset does; a commit that changes it says why
palamedes bench --signature
